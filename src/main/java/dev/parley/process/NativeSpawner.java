package dev.parley.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Starts children by `posix_spawn`: one step from us to the command in its own session, where Java
/// alone needs two helper programs in between. That is what makes a run cheap.
final class NativeSpawner implements Spawner {
    private NativeSpawner() {}

    /// Empty where the system lacks what this needs.
    static Optional<Spawner> find() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return Optional.empty();
        }
        try {
            Libc.strerror(0); // loads the class and with it every function
            return Optional.of(new NativeSpawner());
        } catch (LinkageError | RuntimeException _) {
            return Optional.empty();
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
            // Opened before the child is there, because this can fail.
            var child = new NativeChild(input.writer(), output.reader(), errors.reader());
            try {
                child.pid = spawn(arena, command, directory, environment, input, output, errors);
                return child;
            } catch (IOException | RuntimeException e) {
                child.closePipes();
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
                // A script without a first line that says who runs it: the shell does, as always.
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

    /// Two ends of a pipe while a child is being started. Java opens its own end once more by name;
    /// closing this closes what the child has inherited.
    private record Pipe(int readEnd, int writeEnd) implements AutoCloseable {
        static Pipe open(Arena arena) throws IOException {
            var ends = arena.allocate(JAVA_INT, 2);
            if (Libc.pipe2(ends, Libc.O_CLOEXEC) != 0) {
                throw new IOException("Too many open files");
            }
            return new Pipe(ends.getAtIndex(JAVA_INT, 0), ends.getAtIndex(JAVA_INT, 1));
        }

        InputStream reader() throws IOException {
            return new FileInputStream("/dev/fd/" + readEnd);
        }

        OutputStream writer() throws IOException {
            return new FileOutputStream("/dev/fd/" + writeEnd);
        }

        @Override
        public void close() {
            Libc.close(readEnd);
            Libc.close(writeEnd);
        }
    }

    private static final class NativeChild implements Child {
        private final OutputStream input;
        private final InputStream output;
        private final InputStream errors;
        private int pid;

        NativeChild(OutputStream input, InputStream output, InputStream errors) {
            this.input = input;
            this.output = output;
            this.errors = errors;
        }

        void closePipes() throws IOException {
            input.close();
            output.close();
            errors.close();
        }

        @Override
        public long pid() {
            return pid;
        }

        @Override
        public OutputStream input() {
            return input;
        }

        @Override
        public InputStream output() {
            return output;
        }

        @Override
        public InputStream errors() {
            return errors;
        }

        @Override
        public void awaitEnd() {
            Libc.awaitEnd(pid);
        }

        @Override
        public int reap() {
            var status = Libc.waitpid(pid);
            var signal = status & 0x7f;
            return signal == 0 ? (status >> 8) & 0xff : 128 + signal;
        }
    }
}
