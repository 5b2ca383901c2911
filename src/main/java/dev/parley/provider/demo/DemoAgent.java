package dev.parley.provider.demo;

import dev.parley.base.problem.Problem;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The agent that ships with Parley: it needs no key and no network, follows a script, and shows
/// everything a coding agent does. For newcomers and for tests. `docs/providers/demo.md` lists its
/// words.
public final class DemoAgent {
    public static final String VERSION = "1.0.0";

    private static final String PAUSE = "PARLEY_DEMO_PAUSE_MS";

    private DemoAgent() {}

    /// Runs the agent in the process's working directory.
    ///
    /// @return the exit code; with `--acp`, a thread that reads `in` may still be waiting then, so
    ///   a program should exit with it
    public static int run(
            InputStream in,
            PrintStream out,
            PrintStream err,
            Map<String, String> environment,
            List<String> arguments) {
        var cwd = Path.of("").toAbsolutePath();
        return run(in, out, err, environment, arguments, cwd, Clock.systemUTC());
    }

    static int run(
            InputStream in,
            PrintStream out,
            PrintStream err,
            Map<String, String> environment,
            List<String> arguments,
            Path cwd,
            Clock clock) {
        var lines = new DemoLines(out);
        try {
            var pause = pause(environment);
            var sessions = new DemoSessions(DemoSessions.home(environment), clock);
            return switch (DemoArguments.parse(arguments)) {
                case DemoArguments.Version() -> {
                    lines.print("demo " + VERSION);
                    yield 0;
                }
                case DemoArguments.Acp() -> new DemoAcpAgent(lines, err, sessions, pause).run(in);
                case DemoArguments.OneShot shot ->
                        new DemoOneShot(lines, err, sessions, shot.permission())
                                .run(shot, text(in), cwd, pause);
            };
        } catch (Problem problem) {
            err.println(problem.message() + " " + problem.remedy());
            return problem.kind().exitCode();
        } catch (UncheckedIOException e) {
            err.println("The demo agent cannot use its files: " + e.getCause());
            return 1;
        }
    }

    private static String text(InputStream in) {
        try {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Duration pause(Map<String, String> environment) {
        var text = environment.getOrDefault(PAUSE, "100");
        try {
            return Duration.ofMillis(Math.clamp(Long.parseLong(text), 0, 60_000));
        } catch (NumberFormatException _) {
            throw Problem.invalid(
                    PAUSE + " is \"" + text + "\".", "Make it a number of milliseconds.");
        }
    }
}
