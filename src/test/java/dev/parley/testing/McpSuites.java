package dev.parley.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.parley.testing.real.Namespace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The suites of `src/test/mcp-suites`, as `scripts/mcp-suites` installs them. A test that needs
/// them where they cannot be installed is aborted, and says so where nobody overlooks it.
public final class McpSuites {
    private static final Path SCRIPT = Path.of("scripts", "mcp-suites").toAbsolutePath();
    private static final int LIMIT_MINUTES = 10;

    private McpSuites() {}

    /// What a run came to.
    ///
    /// @param told what went to standard error
    public record Outcome(int code, String said, String told) {}

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
        if (!found.containsKey("suites")) {
            System.err.println(
                    "*** The MCP suites are NOT INSTALLED, their tests are skipped: scripts/mcp-suites");
            abort("the MCP suites are not installed: run scripts/mcp-suites");
        }
        return found;
    }

    public static Outcome conformance(Path directory, String... arguments)
            throws IOException, InterruptedException {
        return run(directory, "conformance/dist/index.js", arguments);
    }

    public static Outcome inspector(Path directory, String... arguments)
            throws IOException, InterruptedException {
        return run(directory, "inspector/clients/launcher/build/index.js", arguments);
    }

    private static Outcome run(Path directory, String script, String... arguments)
            throws IOException, InterruptedException {
        var installed = installed();
        var place = Files.createDirectories(directory);
        var command = new ArrayList<String>();
        command.add(installed.get("node"));
        command.add(
                Path.of(installed.get("suites"), "node_modules/@modelcontextprotocol", script)
                        .toString());
        command.addAll(Arrays.asList(arguments));
        var out = place.resolve("out");
        var err = place.resolve("err");
        var builder =
                new ProcessBuilder(command)
                        .directory(place.toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .redirectInput(Path.of("/dev/null").toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().put("HOME", place.toString());
        var process = builder.start();
        var ended = process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
        process.destroyForcibly();
        var said = Files.readString(out, StandardCharsets.UTF_8);
        var told = Files.readString(err, StandardCharsets.UTF_8);
        assertThat(ended).as(said + told).isTrue();
        return new Outcome(process.exitValue(), said, told);
    }
}
