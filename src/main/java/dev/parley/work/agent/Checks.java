package dev.parley.work.agent;

import dev.parley.process.Capture;
import dev.parley.process.ChildEnvironment;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs the command a user has named for a project, to see whether an agent's work holds.
/// Thread-safe.
public final class Checks {
    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final int LONGEST = 2000;

    /// @param output the end of what the command printed
    public record Result(boolean passed, String output) {}

    private final Supervisor supervisor;
    private final Map<String, String> environment;
    private final Map<String, List<String>> commands;

    /// @param commands by the real path of the project
    public Checks(
            Supervisor supervisor,
            Map<String, String> environment,
            Map<String, List<String>> commands) {
        this.supervisor = supervisor;
        this.environment = environment;
        this.commands = commands;
    }

    /// @param place where the command runs: the project, or its worktree
    Optional<Result> run(Path project, Path place) throws InterruptedException {
        var command = commands.get(project.toString());
        if (command == null || command.isEmpty()) {
            return Optional.empty();
        }
        var launch =
                new Launch(
                        command,
                        place,
                        ChildEnvironment.from(environment, List.of()),
                        Launch.DEFAULT_OUTPUT_LIMIT);
        var ended = Capture.of(supervisor, launch, LIMIT);
        var output = (ended.output() + "\n" + ended.errors()).strip();
        return Optional.of(
                new Result(ended.isOk(), output.substring(Math.max(0, output.length() - LONGEST))));
    }
}
