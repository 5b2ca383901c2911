package dev.parley;

import dev.parley.base.disk.Directories;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.problem.Problem;
import dev.parley.config.Config;
import dev.parley.config.ConfigFile;
import dev.parley.process.Supervisor;
import dev.parley.process.Supervisor.ControlGroups;
import dev.parley.provider.ChosenHomes;
import dev.parley.provider.Installations;
import dev.parley.provider.ModelCatalog;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.Providers;
import dev.parley.provider.SessionWriters;
import dev.parley.provider.builtin.BuiltIn;
import dev.parley.store.RoomSessions;
import dev.parley.work.agent.Roles;
import dev.parley.work.check.ConfiguredNames;
import dev.parley.work.check.UserFiles;
import dev.parley.workspace.worktree.Git;

import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What everything else stands on: what the user has set, the CLIs, and the processes they run in.
///
/// @param environment the variables Parley was started with
/// @param config as it was at the start; `configFile` knows what it is now
record Machine(
        Map<String, String> environment,
        Clock clock,
        Directories directories,
        UserFiles files,
        ConfigFile configFile,
        Config config,
        Providers providers,
        ModelCatalog catalog,
        Supervisor supervisor,
        Installations installations,
        ProviderEnvironment environments,
        SessionWriters writers,
        RoomSessions roomSessions,
        Git git) {
    static Machine of(Map<String, String> variables, Clock clock) {
        var directories = Directories.of(variables);
        var providers =
                BuiltIn.with(
                        directories.providers(),
                        (_, problem) ->
                                LoggerFactory.getLogger(Machine.class)
                                        .warn(
                                                "{} {} It is left out.",
                                                problem.message(),
                                                problem.remedy()));
        var files = files(directories, providers, Optional.empty());
        return of(variables, clock, directories, files, directories.configFile(), providers);
    }

    /// To be looked at by the doctor, who tells himself what is wrong.
    ///
    /// @param data where things are kept meanwhile
    /// @param start what keeps Parley from starting with the user's configuration, which is left
    ///   out then
    static Machine examined(
            Map<String, String> variables, Clock clock, Path data, Optional<Problem> start) {
        var real = Directories.of(variables);
        var providers = BuiltIn.with(real.providers(), (_, _) -> {});
        var config = start.isEmpty() ? real.configFile() : data.resolve("left-out.json");
        return of(
                variables,
                clock,
                new Directories(real.config(), data),
                files(real, providers, start),
                config,
                providers);
    }

    private static Map<String, Path> homes(Config config, Map<String, String> environment) {
        var chosen = new HashMap<String, Optional<String>>();
        config.providers().forEach((id, one) -> chosen.put(id, Optional.ofNullable(one.home())));
        return new ChosenHomes(environment).paths(chosen);
    }

    private static UserFiles files(
            Directories directories, Providers providers, Optional<Problem> start) {
        var roles = new Roles(directories.roles());
        return new UserFiles(directories, providers, roles::problems, start);
    }

    private static Machine of(
            Map<String, String> variables,
            Clock clock,
            Directories directories,
            UserFiles files,
            Path settings,
            Providers known) {
        var environment = Map.copyOf(variables);
        PrivateFiles.close(directories.data(), directories.worktrees());
        PrivateFiles.keepOthersFromWriting(directories.config());
        var configFile = new ConfigFile(settings, clock);
        var config = configFile.current();
        var providers = known.keptIn(homes(config, environment));
        var source = directories.configFile();
        configFile.checkedBy(read -> new ConfiguredNames(providers, source).check(read));
        var catalog = new ModelCatalog(() -> configFile.current().models(), providers::ownIds);
        var supervisor = new Supervisor(directories.processes(), ControlGroups.in(environment));
        return new Machine(
                environment,
                clock,
                directories,
                files,
                configFile,
                config,
                providers,
                catalog,
                supervisor,
                new Installations(
                        supervisor,
                        environment,
                        directories.versions(),
                        clock,
                        new ConfiguredProviders(configFile)),
                new ProviderEnvironment(environment, () -> configFile.current().passEnvironment()),
                new SessionWriters(directories.writers()),
                new RoomSessions(directories.data().resolve("rooms/sessions.jsonl")),
                new Git(supervisor, environment));
    }
}
