package dev.parley.workspace.worktree;

import dev.parley.base.problem.Problem;
import dev.parley.process.Capture;
import dev.parley.process.ChildEnvironment;
import dev.parley.process.Executables;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
            throw Problem.brokenConfiguration(
                    "git " + arguments[0] + " failed in " + directory + ".",
                    answer.timedOut() ? "It took too long." : answer.errors().strip());
        }
        return answer.output();
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
