import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.concurrent.TimeUnit;

/// A `parley up` of ours, and what Linux tells about its process.
final class Server implements AutoCloseable {
    private static final long POLL_MILLIS = 5;
    private static final int PATIENCE_SECONDS = 120; // the very first start fills the cache

    private final Home home;
    private final int port = freePort();
    private final long started = System.nanoTime();
    private final Process process;
    private long answered;

    Server(Home home) throws IOException {
        this.home = home;
        process =
                home.parley("up", "--no-open", "--port", Integer.toString(port))
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    void awaitAnswer() throws IOException, InterruptedException {
        while (!answers()) {
            if (!process.isAlive() || elapsed() > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                throw new IOException("The server did not start");
            }
            Thread.sleep(POLL_MILLIS);
        }
        answered = System.nanoTime();
    }

    /// Since the launcher's start, in nanoseconds.
    long elapsed() {
        return System.nanoTime() - started;
    }

    private boolean answers() {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port));
            var request = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            var status = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
            return status.equals("HTTP/1.1 200");
        } catch (IOException _) {
            return false; // not listening yet
        }
    }

    /// From the launcher's start to the first answer, in nanoseconds.
    long startTime() {
        return answered - started;
    }

    int port() {
        return port;
    }

    Connection connect() throws IOException {
        return new Connection(port, home.token(), home.directory().toString());
    }

    /// A figure of `/proc/…/status`: `VmRSS`, `RssAnon`, `RssFile` in kB, `Threads`.
    long status(String name) throws IOException {
        for (var line : Files.readAllLines(proc("status"))) {
            if (line.startsWith(name + ":")) {
                return Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        throw new IOException("No " + name + " in " + proc("status"));
    }

    double megabytes(String name) throws IOException {
        return status(name) / 1024.0;
    }

    /// `VmHWM` is the most from now on.
    void forgetPeak() throws IOException {
        Files.writeString(proc("clear_refs"), "5");
    }

    long openFiles() throws IOException {
        try (var files = Files.list(proc("fd"))) {
            return files.count();
        }
    }

    /// Lets its virtual machine collect: what is garbage counts neither before nor after.
    void collect() throws IOException, InterruptedException {
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var pid = Long.toString(process.pid());
        var code =
                new ProcessBuilder(jcmd, pid, "GC.run")
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor();
        if (code != 0) {
            throw new IOException("jcmd " + pid + " GC.run ended with " + code);
        }
    }

    /// Processor time of the server itself, without its children, in milliseconds.
    long cpuMillis() throws IOException {
        var text = Files.readString(proc("stat"));
        var fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * 10; // at 100 ticks a second
    }

    /// Living processes that carry the tag of this server's children.
    int children() throws IOException {
        var tag = "PARLEY_CHILD=" + process.pid() + "-";
        var count = 0;
        try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (var other : processes) {
                count += environment(other).contains(tag) ? 1 : 0;
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return count;
    }

    private static String environment(Path other) {
        try {
            return Files.readString(other.resolve("environ"), StandardCharsets.ISO_8859_1);
        } catch (IOException _) {
            return ""; // somebody else's, or gone
        }
    }

    /// Children that the ledger on disk lists as started and not ended.
    long ledgerEntries() throws IOException {
        var open = new HashSet<String>();
        try (var files = Files.walk(home.directory().resolve("data/processes"))) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                for (var line : Files.readAllLines(file)) {
                    var words = line.split(" ");
                    if (words.length < 2) {
                        continue; // a line of something else than a ledger
                    }
                    if (words[0].equals("end")) {
                        open.remove(words[1]);
                    } else {
                        open.add(words[1]);
                    }
                }
            }
        }
        return open.size();
    }

    private Path proc(String file) {
        return Path.of("/proc", Long.toString(process.pid()), file);
    }

    /// Politely first: then it ends its own children.
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
