package dev.parley;

import dev.parley.base.disk.Directories;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.config.Config;
import dev.parley.config.ConfigFile;
import dev.parley.process.Supervisor;
import dev.parley.process.Supervisor.ControlGroups;
import dev.parley.provider.Installations;
import dev.parley.provider.ModelCatalog;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.Providers;
import dev.parley.provider.SessionWriters;
import dev.parley.provider.builtin.BuiltIn;
import dev.parley.workspace.worktree.Git;

import java.time.Clock;
import java.util.Map;

/// What everything else stands on: what the user has set, the CLIs, and the processes they run in.
///
/// @param environment the variables Parley was started with
/// @param config as it was at the start; `configFile` knows what it is now
record Machine(
        Map<String, String> environment,
        Clock clock,
        Directories directories,
        ConfigFile configFile,
        Config config,
        Providers providers,
        ModelCatalog catalog,
        Supervisor supervisor,
        Installations installations,
        ProviderEnvironment environments,
        SessionWriters writers,
        Git git) {
    static Machine of(Map<String, String> variables, Clock clock) {
        var environment = Map.copyOf(variables);
        var directories = Directories.of(environment);
        PrivateFiles.close(directories.data(), directories.worktrees());
        PrivateFiles.keepOthersFromWriting(directories.config());
        var configFile = new ConfigFile(directories.configFile(), clock);
        var config = configFile.current();
        var providers = BuiltIn.with(directories.providers());
        var catalog = new ModelCatalog(config.models(), providers.ownIds());
        catalog.validate(providers.ids(), directories.configFile().toString());
        // A mistyped name would otherwise be a list nobody reads.
        config.passEnvironment().keySet().forEach(providers::named);
        var supervisor = new Supervisor(directories.processes(), ControlGroups.in(environment));
        return new Machine(
                environment,
                clock,
                directories,
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
                        new ConfiguredProviders(configFile, providers)),
                new ProviderEnvironment(environment, config.passEnvironment()),
                new SessionWriters(directories.writers()),
                new Git(supervisor, environment));
    }
}
