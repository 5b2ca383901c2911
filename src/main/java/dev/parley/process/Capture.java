package dev.parley.process;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// The whole output of a short command.
public record Capture(String output, String errors, int exitCode, boolean timedOut) {
    /// Runs a command to its end, or ends it when the time is up. It gets no input.
    public static Capture of(Supervisor supervisor, Launch launch, Duration limit)
            throws InterruptedException {
        return of(supervisor, launch, "", limit);
    }

    /// @param input what it reads before the end of its input
    public static Capture of(Supervisor supervisor, Launch launch, String input, Duration limit)
            throws InterruptedException {
        return of(supervisor, launch, input, limit, _ -> {});
    }

    /// @param each told of every line as it is printed
    public static Capture of(
            Supervisor supervisor,
            Launch launch,
            String input,
            Duration limit,
            Consumer<String> each)
            throws InterruptedException {
        var lines = new ConcurrentLinkedQueue<String>();
        var exit = new CompletableFuture<Exit>();
        var process = supervisor.start(launch, keeping(lines, each), exit::complete);
        if (!input.isEmpty()) {
            process.send(input);
        }
        process.closeInput();
        try {
            var ended = exit.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            // Half an output is no answer, whatever the exit code says.
            var code = ended.hitOutputLimit() ? -1 : ended.code();
            return new Capture(String.join("\n", lines), ended.lastWords(), code, false);
        } catch (TimeoutException | ExecutionException _) {
            process.stop();
            return new Capture(String.join("\n", lines), process.lastWords(), -1, true);
        } catch (InterruptedException e) {
            process.stop();
            throw e;
        }
    }

    private static Consumer<String> keeping(Queue<String> lines, Consumer<String> each) {
        return line -> {
            lines.add(line);
            each.accept(line);
        };
    }

    public boolean isOk() {
        return exitCode == 0 && !timedOut;
    }
}
