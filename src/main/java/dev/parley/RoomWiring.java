package dev.parley;

import dev.parley.base.disk.Directories;
import dev.parley.config.Config;
import dev.parley.modelapi.ApiDirectory;
import dev.parley.modelapi.ModelApis;
import dev.parley.provider.Installations;
import dev.parley.provider.ModelCatalog;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.Providers;
import dev.parley.session.Sessions;
import dev.parley.store.RoomStore;
import dev.parley.work.Tickets;
import dev.parley.work.advice.Participants;
import dev.parley.work.agent.AgentHomes;
import dev.parley.work.room.RoomParts;
import dev.parley.work.room.Rooms;
import dev.parley.work.room.Speakers;
import dev.parley.workspace.worktree.Git;

import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/// Puts rooms together.
///
/// @param environment the variables Parley was started with
record RoomWiring(
        Map<String, String> environment,
        Directories directories,
        Config config,
        Providers providers,
        ModelCatalog catalog,
        Installations installations,
        ProviderEnvironment environments,
        Sessions sessions,
        Tickets tickets,
        Git git,
        RoomStore store,
        Clock clock) {
    Rooms rooms() {
        var file = directories.configFile().toString();
        var apis = new ApiDirectory(config.apis(), environment, file);
        var asked =
                new ModelApis(
                        ModelApis.Patience.USUAL,
                        Thread::sleep,
                        clock,
                        () -> ThreadLocalRandom.current().nextDouble());
        var speakers =
                new Speakers(
                        sessions,
                        providers,
                        installations,
                        new Participants(catalog, providers, installations, apis),
                        asked,
                        homes(),
                        directories.data().resolve("rooms"));
        return new RoomParts(store, speakers, sessions, tickets, git, directories.config(), clock)
                .rooms();
    }

    /// The user puts these agents into a room and talks with them: they use the user's sign-in.
    private AgentHomes homes() {
        return new AgentHomes(
                directories.data().resolve("homes"),
                directories.config().resolve("homes"),
                Set.copyOf(providers.ids()),
                environment,
                environments);
    }
}
