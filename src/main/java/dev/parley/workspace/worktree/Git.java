package dev.parley.workspace.worktree;

import dev.parley.base.disk.DiskProblem;
import dev.parley.base.problem.Problem;
import dev.parley.base.problem.Scarcity;
import dev.parley.process.Capture;
import dev.parley.process.ChildEnvironment;
import dev.parley.process.Executables;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs git, as a child like any other. It never asks for a password.
public final class Git {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long LARGEST = Launch.DEFAULT_OUTPUT_LIMIT;

    private final Supervisor supervisor;
    private final Map<String, String> environment;

    /// @param environment the variables Parley was started with
    public Git(Supervisor supervisor, Map<String, String> environment) {
        this.supervisor = supervisor;
        this.environment = environment;
    }

    /// What git prints, or the [Problem] with what it complained of.
    public String run(Path directory, String... arguments) throws InterruptedException {
        var answer = ask(directory, arguments);
        if (!answer.isOk()) {
            throw failed(
                    directory, "git " + arguments[0] + " failed in " + directory + ".", answer);
        }
        return answer.output();
    }

    /// Why git failed, as a person reads it.
    ///
    /// @param message what is said when the system is not to blame
    public static Problem failed(Path place, String message, Capture answer) {
        return findLack(place, answer)
                .orElseGet(() -> Problem.brokenConfiguration(message, words(answer)));
    }

    /// What the system lacked, where git failed because of that: it is no fault of the repository.
    public static Optional<Problem> findLack(Path place, Capture answer) {
        var cause = new IOException(words(answer));
        return Scarcity.isIn(cause)
                ? Optional.of(Scarcity.problem(cause))
                : DiskProblem.findFull(place, cause);
    }

    private static String words(Capture answer) {
        var errors = answer.errors().strip();
        return answer.timedOut()
                ? "It took too long."
                : errors.isEmpty() ? "It was ended, or printed too much." : errors;
    }

    /// What git prints and how it ends.
    public Capture ask(Path directory, String... arguments) throws InterruptedException {
        return ask(new Call(directory, Map.of(), "", LIMIT, LARGEST), arguments);
    }

    /// Where and how git is asked.
    ///
    /// @param variables beside those every program gets
    /// @param input what it reads
    /// @param outputLimit what it may print, in bytes
    public record Call(
            Path directory,
            Map<String, String> variables,
            String input,
            Duration limit,
            long outputLimit) {}

    /// The same with more to say about how.
    public Capture ask(Call call, String... arguments) throws InterruptedException {
        var program =
                Executables.find("git", environment.getOrDefault("PATH", ""))
                        .orElseThrow(() -> Problem.cliNotFound("git", "your package manager"));
        var command = new ArrayList<String>();
        command.add(program.toString());
        command.addAll(List.of(arguments));
        var variables = ChildEnvironment.from(environment, List.of());
        variables.put("GIT_TERMINAL_PROMPT", "0");
        variables.putAll(call.variables());
        var launch = new Launch(command, call.directory(), variables, call.outputLimit());
        return Capture.of(supervisor, launch, call.input(), call.limit());
    }
}
