package dev.parley;

import dev.parley.door.cli.shared.Program;
import dev.parley.event.Permission;
import dev.parley.provider.ChosenHomes;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;
import dev.parley.session.Sessions;
import dev.parley.work.agent.Roles;
import dev.parley.work.limit.ReachedLimit;
import dev.parley.work.page.CompletePaths;
import dev.parley.work.page.HandOver;
import dev.parley.work.page.Inbox;
import dev.parley.work.page.InboxWatch;
import dev.parley.work.page.Marks;
import dev.parley.work.page.PageVerbs;
import dev.parley.work.page.ProposedTickets;
import dev.parley.work.page.Rules;
import dev.parley.work.page.Settings;
import dev.parley.work.page.ViewSession;
import dev.parley.work.project.ProjectFiles;

import java.nio.file.Path;
import java.util.List;

/// What the page asks for beyond what other doors do, wired by hand.
final class PageSupply {
    private final PageVerbs verbs;

    /// @param program what is wired already
    PageSupply(
            Program program,
            Machine machine,
            StoreSupply kept,
            Sessions sessions,
            ReachedLimit.Finder limits) {
        var clock = machine.clock();
        var providers = machine.providers();
        var files =
                new ProjectFiles(machine.git(), machine.directories().data().resolve("empty.git"));
        var home = Path.of(machine.environment().getOrDefault("HOME", "/"));
        var store = kept.marks();
        var history = program.historyVerbs();
        var marks = new Marks(store, clock);
        var proposals = new ProposedTickets(program.tickets(), kept.upkeep()::exists);
        var inbox = new Inbox(sessions, proposals, marks, store, limits, clock);
        var view =
                new ViewSession(sessions, history.show(), marks, id -> permissions(providers, id));
        verbs =
                new PageVerbs(
                        view,
                        marks,
                        inbox,
                        new InboxWatch(inbox, sessions, proposals, marks, clock),
                        new CompletePaths(files, home, clock),
                        new HandOver(view, sessions, program.tickets(), program.moves().opening()),
                        settings(program, machine, providers),
                        new Rules(machine.configFile(), sessions));
    }

    private static Settings settings(Program program, Machine machine, Providers providers) {
        var directories = program.directories();
        return new Settings(
                machine.configFile(),
                directories,
                providers,
                program.checkup(),
                program.models(),
                program.keys(),
                new Roles(directories.config().resolve("roles")),
                program.trial(),
                new ChosenHomes(machine.environment()));
    }

    private static List<String> permissions(Providers providers, String id) {
        return providers.find(id).flatMap(ProviderProfile::findLive).stream()
                .flatMap(live -> live.permissions().keySet().stream())
                .sorted()
                .map(Permission::wireName)
                .toList();
    }

    PageVerbs verbs() {
        return verbs;
    }
}
