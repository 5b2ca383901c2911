package dev.parley.process.posix;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.parley.base.problem.OpenFiles;
import dev.parley.base.problem.Scarcity;

import org.jspecify.annotations.Nullable;

import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Starts children by `posix_spawn`: one step from us to the command in its own session, where Java
/// alone needs two helper programs in between. That is what makes a run cheap.
public final class NativeSpawner implements Spawner {
    /// As much as Linux lets anybody have.
    private static final int OUTPUT_PIPE = 1024 * 1024;

    private static @Nullable Spawner only; // guarded by the class
    private static boolean isSought; // guarded by the class

    private final PollThread poll;
    private final boolean hasPidfds;

    private NativeSpawner(PollThread poll, boolean hasPidfds) {
        this.poll = poll;
        this.hasPidfds = hasPidfds;
    }

    /// The one of this program; empty where the system lacks what this needs. What it lacks only
    /// for the moment is a [dev.parley.base.problem.Problem], and asked for again the next time.
    public static synchronized Optional<Spawner> find() {
        if (!isSought) {
            only = make();
            isSought = true;
        }
        return Optional.ofNullable(only);
    }

    /// As on a system whose processes have no descriptors: a thread waits for each end.
    public static Optional<Spawner> findWithoutPidfds() {
        return find().map(NativeSpawner.class::cast).map(it -> new NativeSpawner(it.poll, false));
    }

    private static @Nullable Spawner make() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return null;
        }
        try {
            // Loads the class and with it every function.
            var self = Libc.pidfdOpen(Math.toIntExact(ProcessHandle.current().pid()));
            if (self >= 0) {
                Libc.close(self);
            }
            return new NativeSpawner(new PollThread(), self >= 0);
        } catch (OutOfMemoryError | IOException e) {
            if (Scarcity.isIn(e)) {
                throw Scarcity.problem(e);
            }
            return null;
        } catch (LinkageError | RuntimeException _) {
            return null;
        }
    }

    @Override
    public void signal(Signal signal, long group) {
        Libc.kill(Math.toIntExact(-group), signal.number);
    }

    @Override
    public Child spawn(List<String> command, Path directory, Map<String, String> environment)
            throws IOException {
        try (var arena = Arena.ofConfined();
                var input = Pipe.open(arena);
                var output = Pipe.open(arena);
                var errors = Pipe.open(arena)) {
            // Some CLIs end without waiting until all they wrote was taken: what does not fit into
            // the pipe is lost.
            Libc.enlargePipe(output.writeEnd(), OUTPUT_PIPE);
            // Opened before the child is there, because this can fail.
            var writer = new FileOutputStream("/dev/fd/" + input.writeEnd());
            try {
                var pid = spawn(arena, command, directory, environment, input, output, errors);
                return new NativeChild(
                        pid, writer, output.takeReadEnd(), errors.takeReadEnd(), poll, hasPidfds);
            } catch (IOException | RuntimeException e) {
                writer.close();
                throw e;
            }
        }
    }

    private static int spawn(
            Arena arena,
            List<String> command,
            Path directory,
            Map<String, String> environment,
            Pipe input,
            Pipe output,
            Pipe errors)
            throws IOException {
        var variables = new ArrayList<String>(environment.size());
        environment.forEach((name, value) -> variables.add(name + "=" + value));
        var actions =
                Libc.fileActions(
                        arena,
                        directory.toString(),
                        List.of(input.readEnd(), output.writeEnd(), errors.writeEnd()));
        try {
            var pid = arena.allocate(JAVA_INT);
            var attributes = Libc.ownSession(arena);
            var nativeEnvironment = Libc.strings(arena, variables);
            var words = command;
            var failure =
                    Libc.posixSpawnp(
                            pid,
                            arena.allocateFrom(words.getFirst()),
                            actions,
                            attributes,
                            Libc.strings(arena, words),
                            nativeEnvironment);
            if (failure == Libc.ENOEXEC) {
                // A script whose first line names no interpreter: the shell runs it, as always.
                words = new ArrayList<>(command);
                words.addFirst("/bin/sh");
                failure =
                        Libc.posixSpawnp(
                                pid,
                                arena.allocateFrom("/bin/sh"),
                                actions,
                                attributes,
                                Libc.strings(arena, words),
                                nativeEnvironment);
            }
            if (failure != 0) {
                throw new IOException(Libc.strerror(failure));
            }
            return pid.get(JAVA_INT, 0);
        } finally {
            Libc.destroy(actions);
        }
    }

    /// Two ends of a pipe while a child is being started. Closing this closes what the child has
    /// inherited, and what was not taken over.
    private static final class Pipe implements AutoCloseable {
        private final int readEnd;
        private final int writeEnd;
        private boolean isTaken;

        private Pipe(int readEnd, int writeEnd) {
            this.readEnd = readEnd;
            this.writeEnd = writeEnd;
        }

        static Pipe open(Arena arena) throws IOException {
            var ends = arena.allocate(JAVA_INT, 2);
            if (Libc.pipe2(ends, Libc.O_CLOEXEC) != 0) {
                throw new IOException("Too many open files");
            }
            var pipe = new Pipe(ends.getAtIndex(JAVA_INT, 0), ends.getAtIndex(JAVA_INT, 1));
            // The system gives out the lowest number that is free: one so high is among the last.
            if (pipe.writeEnd >= OpenFiles.limit() - OpenFiles.reserve()) {
                pipe.close();
                throw new IOException("Too many open files");
            }
            return pipe;
        }

        int readEnd() {
            return readEnd;
        }

        int writeEnd() {
            return writeEnd;
        }

        int takeReadEnd() {
            isTaken = true;
            return readEnd;
        }

        @Override
        public void close() {
            if (!isTaken) {
                Libc.close(readEnd);
            }
            Libc.close(writeEnd);
        }
    }
}
