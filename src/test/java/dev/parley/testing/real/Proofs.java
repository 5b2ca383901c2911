package dev.parley.testing.real;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/// What runs of the real CLIs have shown in this JVM: a [Capability], a [LiveCapability], a
/// [Permission] or a [Behaviour], in which words, and by which test. Thread-safe.
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

    private record Proof(String how, String test) {}

    private static final Map<Enum<?>, Map<RealCli, Proof>> SHOWN = new ConcurrentHashMap<>();

    private Proofs() {}

    /// The running test has shown it.
    public static void show(RealCli cli, Enum<?> what) {
        show(cli, what, "yes");
    }

    /// The running test has shown it, in a way worth a few words in the table.
    public static void show(RealCli cli, Enum<?> what, String how) {
        SHOWN.computeIfAbsent(what, _ -> new ConcurrentHashMap<>())
                .put(cli, new Proof(how, runningTest()));
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
        return SHOWN.isEmpty();
    }

    public static Optional<String> of(RealCli cli, Enum<?> what) {
        return Optional.ofNullable(SHOWN.getOrDefault(what, Map.of()).get(cli)).map(Proof::how);
    }

    /// The names of the tests, in alphabetical order.
    public static String tests(Enum<?> what) {
        var names = new TreeSet<String>();
        SHOWN.getOrDefault(what, Map.of())
                .values()
                .forEach(proof -> names.add("`" + proof.test() + "`"));
        return String.join(", ", names);
    }
}
