package dev.parley.testing.real;

import dev.parley.process.Self;
import dev.parley.testing.model.ScriptedModel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A machine on which Parley finds one real CLI that talks to a scripted model.
///
/// @param home where the CLI keeps its files
/// @param work where the CLI works
/// @param variables the whole environment of Parley
public record RealParley(RealHome home, Path work, Map<String, String> variables) {
    /// How a command ended, and all that it printed.
    public record Ended(int code, String output) {}

    public RealParley {
        variables = Map.copyOf(variables);
    }

    public static RealParley with(RealCli cli, Path directory, ScriptedModel model)
            throws IOException {
        var home = cli.home(directory.resolve("home"), model);
        var variables = new HashMap<>(home.environment());
        variables.put(cli.id().toUpperCase(Locale.ROOT) + "_CMD", cli.executable().toString());
        variables.put("PARLEY_HOME", directory.resolve("parley").toString());
        var config = Files.createDirectories(directory.resolve("parley/config"));
        Files.writeString(
                config.resolve("config.json"),
                "{\"passEnvironment\":{\"codex\":[\"SCRIPTED_KEY\"]}}");
        return new RealParley(home, Files.createDirectories(directory.resolve("work")), variables);
    }

    /// The command line of a Parley that prints nothing of its virtual machine.
    public static List<String> command(String... arguments) {
        var command = new ArrayList<>(Self.command());
        command.addAll(1, List.of("--enable-native-access=ALL-UNNAMED", "-Xlog:disable"));
        command.addAll(List.of(arguments));
        return command;
    }

    public Ended run(String... arguments) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command(arguments)).directory(work.toFile());
        builder.environment().clear();
        builder.environment().putAll(variables);
        var process =
                builder.redirectErrorStream(true)
                        .redirectInput(Path.of("/dev/null").toFile())
                        .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }
}
