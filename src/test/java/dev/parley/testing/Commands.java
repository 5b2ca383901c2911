package dev.parley.testing;

import dev.parley.App;
import dev.parley.Main;
import dev.parley.base.screen.ScreenStream;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/// The command line on a clean home. What was printed is what the last command printed.
public final class Commands implements AutoCloseable {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final App app;
    private String typed = "";

    public Commands(Path home) {
        this(home, "/usr/bin:/bin");
    }

    /// @param path where programs are looked for
    public Commands(Path home, String path) {
        this(
                Map.of(
                        "PATH", path,
                        "HOME", home.toString(),
                        "PARLEY_HOME", home.resolve("parley").toString(),
                        "PARLEY_DEMO_HOME", home.resolve("demo").toString()));
    }

    public Commands(Map<String, String> environment) {
        app = new App(environment);
    }

    /// What a person types while the next commands run.
    public Commands typing(String text) {
        typed = text;
        return this;
    }

    public int run(String... args) {
        return run(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                args);
    }

    /// The same, with a person who watches both streams.
    public int runOnTerminal(String... args) {
        return runOnTerminal(0, args);
    }

    /// The same on a terminal that is so many columns wide.
    public int runOnTerminal(int columns, String... args) {
        var look = new ScreenStream.Look(columns, true);
        return run(
                new ScreenStream(out, true, look), new ScreenStream(err, true, look), true, args);
    }

    private int run(PrintStream toOut, PrintStream toErr, boolean isWatched, String... args) {
        out.reset();
        err.reset();
        return Main.run(
                new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
                toOut,
                toErr,
                isWatched,
                () -> app,
                args);
    }

    public App app() {
        return app;
    }

    public String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    /// What somebody reads of it on a terminal: without Parley's styles.
    public String seen() {
        return out().replaceAll("\u001b\\[[0-9;]*m", "");
    }

    public byte[] outBytes() {
        return out.toByteArray();
    }

    public String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        app.close();
    }
}
