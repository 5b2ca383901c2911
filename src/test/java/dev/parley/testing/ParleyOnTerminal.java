package dev.parley.testing;

import dev.parley.process.Launch;
import dev.parley.process.PtyProcess;
import dev.parley.process.Self;
import dev.parley.process.Supervisor;

import org.awaitility.Awaitility;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Parley as a process of its own on a pseudo terminal, with somebody who types and looks.
public final class ParleyOnTerminal implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Supervisor supervisor;
    private final PtyProcess process;
    private volatile Integer exitCode;

    /// @param home its home directory; `parley` in it is Parley's own
    /// @param redirection what a shell is told about its streams: empty, or `2>file`
    public ParleyOnTerminal(Path home, String redirection, String... args) {
        supervisor = new Supervisor(home.resolve("ledgers"));
        var command = new ArrayList<>(List.of("/bin/sh", "-c", "\"$@\" " + redirection, "sh"));
        var self = Self.command();
        command.addAll(self.subList(0, 1));
        command.addAll(
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dparley.keyboard=true",
                        "-Dparley.terminal=" + !redirection.contains("2>")));
        command.addAll(self.subList(1, self.size()));
        command.addAll(List.of(args));
        var environment =
                Map.of(
                        "PATH", "/usr/bin:/bin",
                        "HOME", home.toString(),
                        "TERM", "xterm",
                        "PARLEY_HOME", home.resolve("parley").toString(),
                        "PARLEY_DEMO_HOME", home.resolve("demo").toString());
        process =
                supervisor.startOnTerminal(
                        new Launch(command, home, environment, Launch.DEFAULT_OUTPUT_LIMIT),
                        new PtyProcess.Size(200, 50),
                        (bytes, count) -> printed.write(bytes, 0, count),
                        code -> exitCode = code);
    }

    public String screen() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    public void sees(String text) {
        Awaitility.await("\"" + text + "\" on the screen")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> screen().contains(text));
    }

    public void type(String line) {
        process.type((line + "\r").getBytes(StandardCharsets.UTF_8));
    }

    /// Keys as they are, without Enter behind them.
    public void press(String keys) {
        process.type(keys.getBytes(StandardCharsets.UTF_8));
    }

    public int exitCode() {
        Awaitility.await("its end").atMost(PATIENCE).until(() -> exitCode != null);
        return exitCode;
    }

    @Override
    public void close() {
        supervisor.close();
    }
}
