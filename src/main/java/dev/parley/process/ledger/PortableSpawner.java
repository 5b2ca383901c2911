package dev.parley.process.ledger;

import dev.parley.process.posix.Child;
import dev.parley.process.posix.PipeThreads;
import dev.parley.process.posix.Spawner;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Starts children with what Java has: a helper in front of the command makes the process group,
/// and the [Guardian] signals it.
public final class PortableSpawner implements Spawner {
    /// What to put in front of a command so that it leads a session, and so a process group, of its
    /// own.
    public static final List<String> OWN_SESSION = ownSession();

    private static final int CHUNK = 16 * 1024;

    private final Guardian guardian;

    public PortableSpawner(Guardian guardian) {
        this.guardian = guardian;
    }

    @Override
    public Child spawn(List<String> command, Path directory, Map<String, String> environment)
            throws IOException {
        var words = new ArrayList<>(OWN_SESSION);
        words.addAll(command);
        var builder = new ProcessBuilder(words).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return new JavaChild(builder.start());
    }

    @Override
    public void signal(Signal signal, long group) {
        guardian.signal(signal, group);
    }

    private static List<String> ownSession() {
        for (var setsid : List.of("/usr/bin/setsid", "/bin/setsid")) {
            if (Files.isExecutable(Path.of(setsid))) {
                return List.of(setsid);
            }
        }
        return List.of(
                "/usr/bin/perl",
                "-MPOSIX",
                "-e",
                "POSIX::setsid(); exec { $ARGV[0] } @ARGV or exit 127");
    }

    private record JavaChild(Process process) implements Child {
        @Override
        public long pid() {
            return process.pid();
        }

        @Override
        public OutputStream input() {
            return process.getOutputStream();
        }

        @Override
        public void follow(Listener listener) {
            PipeThreads.lend(
                    "stdout-" + pid(),
                    () -> {
                        readAll(process.getInputStream(), listener::output);
                        listener.outputEnded();
                    });
            PipeThreads.lend(
                    "stderr-" + pid(),
                    () -> {
                        readAll(process.getErrorStream(), listener::errors);
                        listener.errorsEnded();
                    });
            PipeThreads.lend(
                    "exit-" + pid(),
                    () -> {
                        awaitEnd();
                        listener.ended();
                    });
        }

        private static void readAll(InputStream pipe, Consumer<byte[]> onBytes) {
            var chunk = new byte[CHUNK];
            try (pipe) {
                for (var count = pipe.read(chunk); count >= 0; count = pipe.read(chunk)) {
                    onBytes.accept(Arrays.copyOf(chunk, count));
                }
            } catch (IOException _) {
                // the pipe was closed under us: the process is gone
            }
        }

        @Override
        public void closePipes() {
            process.destroyForcibly(); // Java closes them when it has ended
        }

        @Override
        public void awaitEnd() {
            process.onExit().join();
        }

        @Override
        public int reap() {
            return process.exitValue();
        }
    }
}
