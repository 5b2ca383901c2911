package dev.parley.base.disk;

import java.nio.file.Path;
import java.util.Map;

/// Where Parley keeps its files: the XDG directories, or `config` and `data` below `PARLEY_HOME`.
public record Directories(Path config, Path data) {
    public static Directories of(Map<String, String> environment) {
        var own = environment.getOrDefault("PARLEY_HOME", "");
        if (!own.isBlank()) {
            var root = Path.of(own).toAbsolutePath();
            return new Directories(root.resolve("config"), root.resolve("data"));
        }
        var home = environment.getOrDefault("HOME", "");
        var userHome = Path.of(home.isBlank() ? System.getProperty("user.home", "/") : home);
        return new Directories(
                xdg(environment, "XDG_CONFIG_HOME", userHome.resolve(".config")).resolve("parley"),
                xdg(environment, "XDG_DATA_HOME", userHome.resolve(".local/share"))
                        .resolve("parley"));
    }

    /// The standard says that a relative path in these variables is to be ignored.
    private static Path xdg(Map<String, String> environment, String name, Path otherwise) {
        var value = environment.getOrDefault(name, "");
        return value.startsWith("/") ? Path.of(value) : otherwise;
    }

    public Path configFile() {
        return config.resolve("config.json");
    }

    /// The agents in repositories that have a name.
    public Path registryFile() {
        return config.resolve("models.json");
    }

    /// A user's own provider profiles.
    public Path providers() {
        return config.resolve("providers");
    }

    /// Tools that a user declares for all projects.
    public Path tools() {
        return config.resolve("tools");
    }

    /// Instructions for agents that work for others, by name.
    public Path roles() {
        return config.resolve("roles");
    }

    /// Which servers run, and where they listen.
    public Path servers() {
        return data.resolve("servers");
    }

    public Path tokenFile() {
        return data.resolve("token");
    }

    /// The ledgers of running children, one per Parley process.
    public Path processes() {
        return data.resolve("processes");
    }

    /// Checkouts of repositories for single calls, and their ledger.
    public Path worktrees() {
        return data.resolve("worktrees");
    }

    /// The named keys of the OpenAI door.
    public Path keysFile() {
        return data.resolve("keys.json");
    }

    /// Which conversations were brought from one CLI to another.
    public Path moves() {
        return data.resolve("moves");
    }

    /// The browsers that were let in.
    public Path devicesFile() {
        return data.resolve("devices.json");
    }

    /// The key and the certificate for the local network.
    public Path networkKeyFile() {
        return data.resolve("network.p12");
    }

    /// Who writes to which native session.
    public Path writers() {
        return data.resolve("writers");
    }

    /// Where agents work that nobody has given a directory.
    public Path desk() {
        return data.resolve("desk");
    }

    /// Files that are needed for one turn only. Settings that CLIs get for sessions with tools of
    /// Parley.
    public Path toolSettings() {
        return data.resolve("tools");
    }

    public Path scratch() {
        return data.resolve("scratch");
    }

    /// Texts that a person has in an editor, and those whose changes could not be taken.
    public Path edits() {
        return data.resolve("edits");
    }

    /// What a person said in chats.
    public Path chatHistory() {
        return data.resolve("chat-history");
    }

    /// Everything Parley itself has to remember.
    public Path database() {
        return data.resolve("parley.db");
    }

    /// What the history found in the CLIs' files. May be deleted; it is made again.
    public Path index() {
        return data.resolve("index");
    }

    /// What went wrong, with everything a developer needs to know.
    public Path log() {
        return data.resolve("logs").resolve("parley.log");
    }

    /// What a server prints that runs in the background.
    public Path serverOutput() {
        return data.resolve("logs").resolve("server.log");
    }

    /// A user's own prices of models.
    public Path pricesFile() {
        return config.resolve("prices.json");
    }

    /// What the providers' `--version` said last.
    public Path versions() {
        return data.resolve("versions");
    }
}
