package dev.parley.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.parley.testing.real.Namespace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The clients of `src/test/clients`, as `scripts/openai-clients` installs them. A test that needs
/// them where they cannot be installed is aborted, and says so where nobody overlooks it.
public final class OpenAiClients {
    private static final Path SOURCE = Path.of("src", "test", "clients").toAbsolutePath();
    private static final Path SCRIPT = Path.of("scripts", "openai-clients").toAbsolutePath();

    /// A CLI starts for each test of a script, on a machine that may be busy.
    private static final int LIMIT_MINUTES = 30;

    private OpenAiClients() {}

    private static Map<String, String> installed() throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(SCRIPT.toString()));
        if (Namespace.isLoopbackOnly()) {
            command.add("--installed"); // npm tries for minutes before it believes it
        }
        var process =
                new ProcessBuilder(command)
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        var found = new HashMap<String, String>();
        process.inputReader()
                .lines()
                .map(line -> line.split("=", 2))
                .filter(parts -> parts.length == 2 && !parts[1].isEmpty())
                .forEach(parts -> found.put(parts[0], parts[1]));
        process.waitFor();
        return found;
    }

    /// Runs one of the scripts in a directory of its own and expects that all of its tests pass.
    public static void pass(String script, Path directory, Map<String, String> variables)
            throws IOException, InterruptedException {
        var installed = installed();
        if (!installed.containsKey("clients")) {
            System.err.println(
                    "*** The OpenAI clients are NOT INSTALLED, their tests are skipped: scripts/openai-clients");
            abort("the OpenAI clients are not installed: run scripts/openai-clients");
        }
        var place = Files.createDirectories(directory);
        Files.createSymbolicLink(
                place.resolve("node_modules"), Path.of(installed.get("clients"), "node_modules"));
        Files.copy(SOURCE.resolve(script), place.resolve(script));
        Files.copy(SOURCE.resolve("package.json"), place.resolve("package.json"));
        var log = place.resolve("log");
        var builder =
                new ProcessBuilder(installed.get("node"), "--test-reporter=spec", script)
                        .directory(place.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .redirectInput(Path.of("/dev/null").toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().put("AI_SDK_LOG_WARNINGS", "false");
        builder.environment().putAll(variables);
        var process = builder.start();
        var ended = process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
        process.destroyForcibly();
        Files.delete(place.resolve("node_modules"));
        var said = Files.readString(log, StandardCharsets.UTF_8);
        assertThat(ended).as(said).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        assertThat(said).contains("pass ").contains("fail 0").doesNotContain("tests 0");
    }
}
