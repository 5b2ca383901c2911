package dev.parley.testing.real;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/// What runs of the real CLIs have shown, in whichever JVM of this run: a [Capability], a
/// [LiveCapability], a [Permission] or a [Behaviour], in which words, and by which test. Each proof
/// is a small file, so any thread and any JVM may write one.
public final class Proofs {
    /// What every provider has to do, whatever it can.
    public enum Behaviour {
        /// The prompt reaches the model as it was written.
        PROMPT_AS_WRITTEN,
        /// The agent works where it was told to, whatever Parley's own directory is.
        WORKING_DIRECTORY,
        /// How a command that failed is told.
        FAILING_TOOL,
        /// An error of the model is one failure, in the model's words.
        MODEL_ERROR,
        /// How a session that is not there is told.
        UNKNOWN_SESSION,
        /// With `--home` nothing changes in the user's own home.
        ISOLATED_HOME,
        /// A run that is interrupted leaves no process behind.
        INTERRUPT,
        /// A CLI that is killed leaves no process behind.
        KILL
    }

    /// How it was shown, and by which test.
    private record Proof(String how, String test) {}

    /// One folder for all JVMs of a run, and a new one for every run: what an earlier run has shown
    /// proves nothing today.
    private static final Path SHOWN = directory();

    private Proofs() {}

    private static Path directory() {
        try {
            var named = System.getProperty("proofs");
            return named == null
                    ? Files.createTempDirectory("proofs")
                    : Files.createDirectories(Path.of(named));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// The running test has shown it.
    public static void show(RealCli cli, Enum<?> what) {
        show(cli, what, "yes");
    }

    /// The running test has shown it, in a way worth a few words in the table.
    public static void show(RealCli cli, Enum<?> what, String how) {
        try {
            Files.writeString(file(cli, what), how + "\n" + runningTest());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Path file(RealCli cli, Enum<?> what) {
        var kind = what.getDeclaringClass().getSimpleName();
        return SHOWN.resolve(kind + "." + what.name() + "." + cli.id());
    }

    private static Optional<Proof> find(RealCli cli, Enum<?> what) {
        try {
            var lines = Files.readAllLines(file(cli, what));
            return Optional.of(new Proof(lines.getFirst(), lines.getLast()));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String runningTest() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.filter(Proofs::isTest).findFirst())
                .orElseThrow()
                .getMethodName();
    }

    private static boolean isTest(StackWalker.StackFrame frame) {
        return Arrays.stream(frame.getDeclaringClass().getDeclaredMethods())
                .filter(method -> method.getName().equals(frame.getMethodName()))
                .anyMatch(method ->
                        method.isAnnotationPresent(EveryCli.class)
                                || method.isAnnotationPresent(EveryLiveCli.class));
    }

    /// Whether any test of the contract has run.
    public static boolean isEmpty() {
        try (var files = Files.list(SHOWN)) {
            return files.findAny().isEmpty();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public static Optional<String> of(RealCli cli, Enum<?> what) {
        return find(cli, what).map(Proof::how);
    }

    /// The names of the tests, in alphabetical order.
    public static String tests(Enum<?> what) {
        return Arrays.stream(RealCli.values())
                .flatMap(cli -> find(cli, what).stream())
                .map(proof -> "`" + proof.test() + "`")
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
