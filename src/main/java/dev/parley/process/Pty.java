package dev.parley.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/// A pseudo terminal: our end of it, and the name of the end a child gets. A few functions of the C
/// library, called directly. Reading and writing block the thread itself, so never do it on a
/// virtual one.
final class Pty {
    /// What a child has before it opens the terminal.
    static final File NOTHING = new File("/dev/null");

    private static final boolean MAC = System.getProperty("os.name", "").startsWith("Mac");
    private static final int READ_WRITE = 2;
    private static final int NOT_OURS = MAC ? 0x20000 : 0x100; // O_NOCTTY
    private static final int NOT_FOR_CHILDREN = MAC ? 0 : 0x80000; // O_CLOEXEC
    private static final long SET_SIZE = MAC ? 0x80087467L : 0x5414L; // TIOCSWINSZ
    private static final int INTERRUPTED = 4; // EINTR
    private static final int CHUNK = 16 * 1024;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final VarHandle ERRNO_VALUE =
            Linker.Option.captureStateLayout()
                    .varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final MethodHandle OPEN =
            function("posix_openpt", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle GRANT =
            function("grantpt", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle UNLOCK =
            function("unlockpt", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle NAME =
            function("ptsname_r", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG));
    private static final MethodHandle CONTROL =
            function(
                    "ioctl",
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
                    Linker.Option.firstVariadicArg(2));
    private static final MethodHandle READ =
            function("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG), ERRNO);
    private static final MethodHandle WRITE =
            function(
                    "write", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG), ERRNO);
    private static final MethodHandle CLOSE =
            function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    private final int descriptor;
    private final String childEnd;
    private boolean closed; // guarded by this, as is every use of the descriptor but for reading

    private Pty(int descriptor, String childEnd) {
        this.descriptor = descriptor;
        this.childEnd = childEnd;
    }

    static Pty open(PtyProcess.Size size) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var flags = READ_WRITE | NOT_OURS | NOT_FOR_CHILDREN;
            var descriptor = (int) call(() -> (int) OPEN.invokeExact(flags));
            if (descriptor < 0) {
                throw new IOException("there is no free pseudo terminal");
            }
            var name = arena.allocate(128);
            if (call(() -> (int) GRANT.invokeExact(descriptor)) != 0
                    || call(() -> (int) UNLOCK.invokeExact(descriptor)) != 0
                    || call(() -> (int) NAME.invokeExact(descriptor, name, name.byteSize())) != 0) {
                call(() -> (int) CLOSE.invokeExact(descriptor));
                throw new IOException("the pseudo terminal cannot be used");
            }
            var pty = new Pty(descriptor, name.getString(0));
            pty.resize(size);
            return pty;
        }
    }

    /// The device a child opens as its terminal.
    String childEnd() {
        return childEnd;
    }

    /// Sets the size; the system signals it to the child.
    synchronized void resize(PtyProcess.Size size) {
        if (closed) {
            return;
        }
        try (var arena = Arena.ofConfined()) {
            var window = arena.allocate(JAVA_SHORT, 4);
            window.setAtIndex(JAVA_SHORT, 0, (short) size.rows());
            window.setAtIndex(JAVA_SHORT, 1, (short) size.columns());
            call(() -> (int) CONTROL.invokeExact(descriptor, SET_SIZE, window));
        }
    }

    /// Reads until the other end is closed everywhere. It blocks, and is for one thread.
    void readAll(PtyProcess.Output output) {
        try (var arena = Arena.ofConfined()) {
            var buffer = arena.allocate(CHUNK);
            var state = arena.allocate(Linker.Option.captureStateLayout());
            var bytes = new byte[CHUNK];
            while (true) {
                var count =
                        call(() ->
                                (long) READ.invokeExact(state, descriptor, buffer, (long) CHUNK));
                if (count > 0) {
                    MemorySegment.copy(buffer, JAVA_BYTE, 0, bytes, 0, (int) count);
                    output.accept(bytes, (int) count);
                } else if (count == 0 || errno(state) != INTERRUPTED) {
                    return; // Linux says with an I/O error that the child is gone
                }
            }
        }
    }

    /// Writes. It blocks while the child does not read, and is for one thread.
    ///
    /// @return false when the other end is closed
    boolean write(byte[] bytes) {
        try (var arena = Arena.ofConfined()) {
            var buffer = arena.allocateFrom(JAVA_BYTE, bytes);
            var state = arena.allocate(Linker.Option.captureStateLayout());
            var written = 0L;
            while (written < bytes.length) {
                var rest = buffer.asSlice(written);
                var count =
                        call(() ->
                                (long) WRITE.invokeExact(state, descriptor, rest, rest.byteSize()));
                if (count < 0 && errno(state) != INTERRUPTED) {
                    return false;
                }
                written += Math.max(0, count);
            }
            return true;
        }
    }

    /// Call it only when no thread reads or writes any more: the number may be another file's at
    /// once.
    synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        call(() -> (int) CLOSE.invokeExact(descriptor));
    }

    private interface Call {
        long run() throws Throwable;
    }

    private static long call(Call call) {
        try {
            return call.run();
        } catch (Throwable e) {
            throw new IllegalStateException("A call of the C library failed", e);
        }
    }

    private static int errno(MemorySegment state) {
        return (int) ERRNO_VALUE.get(state, 0L);
    }

    @SuppressWarnings("restricted") // calling C is what this class is for
    private static MethodHandle function(
            String name, FunctionDescriptor shape, Linker.Option... options) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().find(name).orElseThrow(), shape, options);
    }
}
