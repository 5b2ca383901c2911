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
        var program =
                Executables.find("git", environment.getOrDefault("PATH", ""))
                        .orElseThrow(() -> Problem.cliNotFound("git", "your package manager"));
        var command = new ArrayList<String>();
        command.add(program.toString());
        command.addAll(List.of(arguments));
        var variables = ChildEnvironment.from(environment, List.of());
        variables.put("GIT_TERMINAL_PROMPT", "0");
        var launch = new Launch(command, directory, variables, Launch.DEFAULT_OUTPUT_LIMIT);
        return Capture.of(supervisor, launch, LIMIT);
    }
}
