package dev.parley;

import dev.parley.base.log.LogSettings;
import dev.parley.base.problem.Problem;
import dev.parley.base.resource.Version;
import dev.parley.base.screen.ScreenStream;
import dev.parley.base.screen.StandardOutput;
import dev.parley.door.cli.ColourChoice;
import dev.parley.door.cli.ParleyCommand;
import dev.parley.door.cli.QuickStart;
import dev.parley.door.cli.shared.Console;
import dev.parley.provider.demo.DemoAgent;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Where the program starts. What has to be quick is answered here, before anything else is loaded.
public final class Main {
    private Main() {}

    public static void main(String[] given) {
        var colours = ColourChoice.of(given);
        var args = colours.words().toArray(String[]::new);
        // Read when the first thing is logged: one line each, to standard error.
        System.setProperty("java.util.logging.config.class", LogSettings.class.getName());
        var apps = new LazyApp(System.getenv(), args);
        var ended = new CountDownLatch(1);
        var main = Thread.currentThread();
        // Also runs on Ctrl-C and SIGTERM: no child outlives us.
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> shutDown(main, ended, apps), "shutdown"));
        var out =
                stream(
                        new StandardOutput(new FileOutputStream(FileDescriptor.out)),
                        false,
                        isTerminal("parley.screen", 1),
                        colours);
        var err =
                stream(
                        new FileOutputStream(FileDescriptor.err),
                        true,
                        isTerminal("parley.terminal", 2),
                        colours);
        // What is logged, and what no one caught, is printed there too.
        System.setOut(out);
        System.setErr(err);
        Thread.setDefaultUncaughtExceptionHandler((thread, fault) ->
                LoggerFactory.getLogger(Main.class)
                        .error("The thread {} failed", thread.getName(), fault));
        var isInteractive = Boolean.getBoolean("parley.terminal");
        int code;
        try {
            code =
                    colours.when() == null
                            ? unknownColours(new Console(System.in, out, err, isInteractive))
                            : run(System.in, out, err, isInteractive, apps, args);
        } catch (RuntimeException | Error fault) {
            code = new Console(System.in, out, err, isInteractive).report(fault);
        }
        err.flush();
        ended.countDown();
        System.exit(code);
    }

    /// Lets the command tell how it was interrupted, then ends whatever is still running.
    private static void shutDown(Thread main, CountDownLatch ended, LazyApp apps) {
        try {
            main.interrupt();
            ended.await(4, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        apps.close();
    }

    /// Runs one command line.
    ///
    /// @param isInteractive a person watches standard error; the launcher knows
    /// @return the exit code
    public static int run(
            InputStream in,
            PrintStream out,
            PrintStream err,
            boolean isInteractive,
            Supplier<App> apps,
            String... args) {
        if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) {
            out.println("parley " + Version.current());
            out.flush();
            return 0;
        }
        if (args.length > 0 && args[0].equals("demo-agent")) {
            return DemoAgent.run(
                    in, out, err, System.getenv(), List.of(args).subList(1, args.length));
        }
        var arguments = args.length == 0 ? new String[] {"--help"} : args;
        var console = new Console(in, out, err, isInteractive);
        var code =
                QuickStart.run(apps::get, console, List.of(arguments))
                        .orElseGet(() -> ParleyCommand.run(apps::get, console, arguments));
        return console.ending(code);
    }

    private static int unknownColours(Console console) {
        return console.report(
                Problem.invalid(
                        ColourChoice.OPTION + " is auto, always or never.",
                        "auto, the usual one, has colours where somebody sees them."));
    }

    /// UTF-8 whatever the locale says. Standard error is flushed by every line, standard output by
    /// whoever prints. To a terminal nothing goes unfiltered; who wants colours in a pipe gets what
    /// a terminal gets.
    private static PrintStream stream(
            OutputStream to, boolean flushesLines, boolean isTerminal, ColourChoice colours) {
        var bytes = new BufferedOutputStream(to);
        if (!isTerminal && colours.when() != ColourChoice.When.ALWAYS) {
            return new PrintStream(bytes, flushesLines, StandardCharsets.UTF_8);
        }
        var environment = System.getenv();
        return new ScreenStream(
                bytes,
                flushesLines,
                new ScreenStream.Look(
                        columns(environment, isTerminal),
                        colours.hasStyles(environment),
                        isTerminal && !ColourChoice.isDumb(environment)));
    }

    /// The launcher knows how wide the terminal is; a person may want something else.
    private static int columns(Map<String, String> environment, boolean isTerminal) {
        var wanted = environment.getOrDefault("COLUMNS", "");
        if (wanted.matches("[1-9]\\d{0,3}")) {
            return Integer.parseInt(wanted);
        }
        return isTerminal ? Integer.getInteger("parley.columns", 0) : 0;
    }

    /// The launcher knows; who starts Parley without it on Linux is not left unprotected.
    private static boolean isTerminal(String property, int descriptor) {
        if (Boolean.getBoolean(property)) {
            return true;
        }
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString()
                    .matches("/dev/(pts/.*|tty.*|console)");
        } catch (IOException | RuntimeException _) {
            return false;
        }
    }

    /// Wires the program when the first command needs it; `--help` does not.
    private static final class LazyApp implements Supplier<App>, AutoCloseable {
        private final Map<String, String> environment;
        private final Optional<Examination> examination;
        private volatile @Nullable App app;

        LazyApp(Map<String, String> environment, String... args) {
            this.environment = environment;
            examination = Examination.of(environment, args);
        }

        @Override
        public synchronized App get() {
            var current = app;
            if (current == null) {
                current = examination.map(Examination::app).orElseGet(() -> new App(environment));
                current.adoptOrphans();
                app = current;
                SpareMemory.watch();
            }
            return current;
        }

        @Override
        public void close() {
            var current = app;
            if (current != null) {
                current.close();
            }
            examination.ifPresent(Examination::close);
        }
    }
}
