package dev.parley.testing.real;

import dev.parley.testing.model.ScriptedModel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A machine on which Parley finds several real CLIs that talk to one scripted model, also in homes
/// of their own. The user has a word for agents in every place where CLIs look for one.
public final class ManyClis {
    /// What the user tells his own agents, and nobody else.
    public static final String USERS_OWN = "aardvark";

    private static final List<String> MEMORIES =
            List.of("AGENTS.md", "CLAUDE.md", "GEMINI.md", "QWEN.md");

    private ManyClis() {}

    /// @param settings more of `config.json`, without the braces around it
    /// @return the whole environment of Parley
    public static Map<String, String> in(
            Path root, List<RealCli> clis, ScriptedModel model, String settings)
            throws IOException {
        var variables = new HashMap<String, String>();
        var config = Files.createDirectories(root.resolve("parley/config"));
        for (var cli : clis) {
            var one = RealParley.with(cli, Files.createDirectories(root.resolve(cli.id())), model);
            variables.putAll(one.variables());
            // A user's settings for homes of agents: where a CLI finds its model.
            copy(root.resolve(cli.id()).resolve("home"), config.resolve("homes").resolve(cli.id()));
        }
        var home = Files.createDirectories(root.resolve("user"));
        variables.put("HOME", home.toString());
        variables.put("PARLEY_HOME", root.resolve("parley").toString());
        variables.remove("CLAUDE_CODE_TMPDIR");
        remember(Path.of(variables.getOrDefault("CODEX_HOME", home + "/.codex")));
        for (var place : List.of(".claude", ".gemini", ".qwen", ".config/opencode", ".agents")) {
            remember(home.resolve(place));
        }
        remember(home);
        remember(root); // above the empty directories of agents
        Files.writeString(
                config.resolve("config.json"),
                "{\"passEnvironment\":{\"codex\":[\"SCRIPTED_KEY\"]}" + settings + "}");
        return variables;
    }

    private static void remember(Path directory) throws IOException {
        Files.createDirectories(directory);
        for (var name : MEMORIES) {
            Files.writeString(
                    directory.resolve(name), "Always speak of the user's own " + USERS_OWN + ".");
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }
}
