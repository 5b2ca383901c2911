import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The agents that tell the time, without Parley: how late a program hears them that reads their pipes itself.
final class BareTalkers {
    private static final String PROMPT = "{\"id\":1,\"method\":\"session/prompt\"}\n";

    private BareTalkers() {}

    /// Lets so many speak for ten seconds.
    static void hear(Path talker, int count, Samples delays) throws Exception {
        var processes = new ArrayList<Process>();
        var readers = new ArrayList<Thread>();
        try {
            for (var at = 0; at < count; at++) {
                var process = new ProcessBuilder(talker.toString()).start();
                processes.add(process);
                readers.add(Thread.ofPlatform().start(() -> read(process, delays)));
            }
            for (var process : processes) {
                process.getOutputStream().write(PROMPT.getBytes());
                process.getOutputStream().flush();
            }
            join(readers);
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
    }

    private static void join(List<Thread> readers) throws Exception {
        for (var reader : readers) {
            reader.join(TimeUnit.MINUTES.toMillis(1));
            if (reader.isAlive()) {
                throw new IOException("A talker does not end its turn");
            }
        }
    }

    private static void read(Process process, Samples delays) {
        try (var lines = process.inputReader()) {
            for (var line = lines.readLine(); line != null && !line.contains("\"stopReason\""); line = lines.readLine()) {
                delays.add(late(line));
            }
        } catch (IOException e) {
            System.err.println(e);
        }
    }

    /// How long ago what a line tells was, in nanoseconds.
    static long late(String line) {
        var now = Instant.now();
        var at = line.indexOf("\"at ") + 4;
        var told = Long.parseLong(line.substring(at, line.indexOf(' ', at)));
        return (now.getEpochSecond() * 1_000_000L + now.getNano() / 1000 - told) * 1000;
    }
}
