import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The agents that tell the time, without Parley: how late a client hears them if a program does nothing but put each of
/// their lines into a frame.
final class BareTalkers {
    private static final String PROMPT = "{\"id\":1,\"method\":\"session/prompt\"}\n";

    private BareTalkers() {}

    /// Lets so many speak for ten seconds.
    static void hear(Path talker, int count, Samples delays) throws Exception {
        var ended = new CountDownLatch(count);
        var processes = new ArrayList<Process>();
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var socket = new Socket(server.getInetAddress(), server.getLocalPort());
                var client = server.accept();
                var _ = new Frames(socket, message -> hear(message, delays, ended))) {
            client.setTcpNoDelay(true);
            for (var at = 0; at < count; at++) {
                var process = new ProcessBuilder(talker.toString()).start();
                processes.add(process);
                Thread.ofPlatform().start(() -> passOn(process, client));
            }
            for (var process : processes) {
                process.getOutputStream().write(PROMPT.getBytes());
                process.getOutputStream().flush();
            }
            if (!ended.await(1, TimeUnit.MINUTES)) {
                throw new IOException("A talker does not end its turn");
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
    }

    private static void passOn(Process process, Socket client) {
        try (var lines = process.inputReader()) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                synchronized (client) {
                    client.getOutputStream().write(Frames.message(line));
                }
            }
        } catch (IOException _) {
            // it was ended
        }
    }

    private static void hear(String message, Samples delays, CountDownLatch ended) {
        if (message.contains("\"stopReason\"")) {
            ended.countDown();
        } else {
            delays.add(late(message));
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
