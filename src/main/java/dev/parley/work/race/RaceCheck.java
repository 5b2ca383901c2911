package dev.parley.work.race;

import dev.parley.process.Capture;
import dev.parley.process.ChildEnvironment;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A command that says whether work is good. It is the user's own, so a shell runs it.
final class RaceCheck {
    private static final Duration LIMIT = Duration.ofMinutes(30);
    private static final int LONGEST = 2000;

    /// @param output the end of what it printed
    record Result(boolean passed, String output) {}

    private final Supervisor supervisor;
    private final Map<String, String> environment;
    private final String command;

    RaceCheck(Supervisor supervisor, Map<String, String> environment, String command) {
        this.supervisor = supervisor;
        this.environment = environment;
        this.command = command;
    }

    Result run(Path place) throws InterruptedException {
        var launch =
                new Launch(
                        List.of("/bin/sh", "-c", command),
                        place,
                        ChildEnvironment.from(environment, List.of()),
                        Launch.DEFAULT_OUTPUT_LIMIT);
        var ended = Capture.of(supervisor, launch, LIMIT);
        var output = (ended.output() + "\n" + ended.errors()).strip();
        return new Result(ended.isOk(), end(output));
    }

    static String end(String output) {
        return output.substring(Math.max(0, output.length() - LONGEST));
    }
}
