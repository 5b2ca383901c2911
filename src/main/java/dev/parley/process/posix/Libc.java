package dev.parley.process.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;

/// The functions of the C library that start and end processes, as Java methods. Names are theirs.
/// Needs Linux and a glibc of 2.34 or newer: loading this class fails elsewhere.
@SuppressWarnings("restricted") // this class is where Parley calls native code, and only this one
public final class Libc {
    static final int O_CLOEXEC = 0x80000;
    static final int EINTR = 4;
    static final int ENOEXEC = 8;

    static final short SPAWN_SETSIGDEF = 0x04;
    static final short SPAWN_SETSIGMASK = 0x08;
    static final short SPAWN_SETSID = 0x80;

    private static final int F_SETPIPE_SZ = 1031;
    private static final int P_PID = 1;
    private static final int WEXITED = 4;
    private static final int WNOWAIT = 0x1000000;
    private static final int SIGINFO_BYTES = 128;
    private static final int WNOHANG = 1;
    private static final int EPOLL_CLOEXEC = O_CLOEXEC;
    private static final int RLIMIT_LOCKS = 10;
    private static final int PR_SET_CHILD_SUBREAPER = 36;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MemoryLayout ERRNO = Linker.Option.captureStateLayout();

    private static final MethodHandle PIPE2 = returningInt("pipe2", ADDRESS, JAVA_INT);
    private static final MethodHandle FCNTL =
            LINKER.downcallHandle(
                    LINKER.defaultLookup().findOrThrow("fcntl"),
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT),
                    Linker.Option.firstVariadicArg(2));
    private static final MethodHandle CLOSE = returningInt("close", JAVA_INT);
    private static final MethodHandle KILL = returningInt("kill", JAVA_INT, JAVA_INT);
    private static final MethodHandle WAITPID =
            returningInt("waitpid", JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle GETRLIMIT = returningInt("getrlimit", JAVA_INT, ADDRESS);
    private static final MethodHandle SETRLIMIT = returningInt("setrlimit", JAVA_INT, ADDRESS);
    private static final MethodHandle WAITID =
            LINKER.downcallHandle(
                    LINKER.defaultLookup().findOrThrow("waitid"),
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT),
                    Linker.Option.captureCallState("errno"));
    private static final MethodHandle READ =
            LINKER.downcallHandle(
                    LINKER.defaultLookup().findOrThrow("read"),
                    FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
    private static final MethodHandle EPOLL_CREATE = returningInt("epoll_create1", JAVA_INT);
    private static final MethodHandle EPOLL_CONTROL =
            returningInt("epoll_ctl", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle EPOLL_WAIT =
            returningInt("epoll_wait", JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
    private static final MethodHandle PIDFD_OPEN = pidfdOpen();
    private static final MethodHandle STRERROR =
            LINKER.downcallHandle(
                    LINKER.defaultLookup().findOrThrow("strerror"),
                    FunctionDescriptor.of(ADDRESS, JAVA_INT));
    private static final MethodHandle ACTIONS_INIT =
            returningInt("posix_spawn_file_actions_init", ADDRESS);
    private static final MethodHandle ACTIONS_DESTROY =
            returningInt("posix_spawn_file_actions_destroy", ADDRESS);
    private static final MethodHandle ACTIONS_DUP2 =
            returningInt("posix_spawn_file_actions_adddup2", ADDRESS, JAVA_INT, JAVA_INT);
    private static final MethodHandle ACTIONS_CHDIR =
            returningInt("posix_spawn_file_actions_addchdir_np", ADDRESS, ADDRESS);
    private static final MethodHandle ACTIONS_CLOSEFROM =
            returningInt("posix_spawn_file_actions_addclosefrom_np", ADDRESS, JAVA_INT);
    private static final MethodHandle ATTRIBUTES_INIT =
            returningInt("posix_spawnattr_init", ADDRESS);
    private static final MethodHandle ATTRIBUTES_FLAGS =
            returningInt("posix_spawnattr_setflags", ADDRESS, JAVA_SHORT);
    private static final MethodHandle ATTRIBUTES_SIGDEFAULT =
            returningInt("posix_spawnattr_setsigdefault", ADDRESS, ADDRESS);
    private static final MethodHandle SPAWNP =
            returningInt("posix_spawnp", ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);

    private Libc() {}

    private static MethodHandle returningInt(String name, ValueLayout... arguments) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(JAVA_INT, arguments));
    }

    /// glibc has a name for it from 2.36 on; its number is the same on all architectures.
    private static MethodHandle pidfdOpen() {
        if (LINKER.defaultLookup().find("pidfd_open").isPresent()) {
            return returningInt("pidfd_open", JAVA_INT, JAVA_INT);
        }
        var syscall =
                LINKER.downcallHandle(
                        LINKER.defaultLookup().findOrThrow("syscall"),
                        FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT),
                        Linker.Option.firstVariadicArg(1));
        return MethodHandles.insertArguments(syscall, 0, 434L);
    }

    /// @param ends gets the two file descriptors: to read, to write
    static int pipe2(MemorySegment ends, int flags) {
        return call(() -> (int) PIPE2.invokeExact(ends, flags));
    }

    /// Lets a pipe hold more; where the system does not want to, it holds what it did.
    static void enlargePipe(int descriptor, int bytes) {
        call(() -> (int) FCNTL.invokeExact(descriptor, F_SETPIPE_SZ, bytes));
    }

    static void close(int descriptor) {
        call(() -> (int) CLOSE.invokeExact(descriptor));
    }

    public static void kill(int process, int signal) {
        call(() -> (int) KILL.invokeExact(process, signal));
    }

    /// Waits for the end of a child and leaves it where it is.
    static void awaitEnd(int process) {
        try (var arena = Arena.ofConfined()) {
            var info = arena.allocate(SIGINFO_BYTES, 8);
            var state = arena.allocate(ERRNO);
            var options = WEXITED | WNOWAIT;
            while (call(() -> (int) WAITID.invokeExact(state, P_PID, process, info, options)) != 0
                    && state.get(JAVA_INT, 0) == EINTR) {
                // a signal of the virtual machine; it goes on waiting
            }
        }
    }

    /// Clears away a child that has ended.
    ///
    /// @return its status, as `waitpid` encodes it
    static int waitpid(int process) {
        try (var arena = Arena.ofConfined()) {
            var status = arena.allocate(JAVA_INT);
            call(() -> (int) WAITPID.invokeExact(process, status, 0));
            return status.get(JAVA_INT, 0);
        }
    }

    /// Clears a child away if it has ended.
    public static void reapIfEnded(int process) {
        try (var arena = Arena.ofConfined()) {
            var status = arena.allocate(JAVA_INT);
            call(() -> (int) WAITPID.invokeExact(process, status, WNOHANG));
        }
    }

    /// Our limit of file locks: soft and hard; empty when it is not told.
    public static long[] lockLimits() {
        try (var arena = Arena.ofConfined()) {
            var limits = arena.allocate(JAVA_LONG, 2);
            return call(() -> (int) GETRLIMIT.invokeExact(RLIMIT_LOCKS, limits)) == 0
                    ? limits.toArray(JAVA_LONG)
                    : new long[0];
        }
    }

    /// @return whether that was possible
    public static boolean setLockLimit(long soft, long hard) {
        try (var arena = Arena.ofConfined()) {
            var limits = arena.allocateFrom(JAVA_LONG, soft, hard);
            return call(() -> (int) SETRLIMIT.invokeExact(RLIMIT_LOCKS, limits)) == 0;
        }
    }

    /// From now on, descendants whose parent has ended become our children.
    ///
    /// @return whether that was possible
    public static boolean becomeSubreaper() {
        var prctl =
                LINKER.downcallHandle(
                        LINKER.defaultLookup().findOrThrow("prctl"),
                        FunctionDescriptor.of(
                                JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
                        Linker.Option.firstVariadicArg(1));
        return call(() -> (int) prctl.invokeExact(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L)) == 0;
    }

    /// Waits until there is something to read, or nobody left to write.
    ///
    /// @return how many bytes, 0 at the end, -1 when that failed
    static int read(int descriptor, MemorySegment into) {
        return call(
                () -> Math.toIntExact((long) READ.invokeExact(descriptor, into, into.byteSize())));
    }

    /// @return a descriptor that can be read when the process has ended, or -1
    static int pidfdOpen(int process) {
        return call(() -> (int) PIDFD_OPEN.invokeExact(process, 0));
    }

    /// @return a descriptor, or -1
    static int epollCreate() {
        return call(() -> (int) EPOLL_CREATE.invokeExact(EPOLL_CLOEXEC));
    }

    /// @return 0, or -1 when that failed
    static int epollControl(int poll, int operation, int descriptor, MemorySegment event) {
        return call(() -> (int) EPOLL_CONTROL.invokeExact(poll, operation, descriptor, event));
    }

    /// Waits until something happened.
    ///
    /// @return how many of `events` are filled; negative when a signal came first
    static int epollWait(int poll, MemorySegment events, int most) {
        return call(() -> (int) EPOLL_WAIT.invokeExact(poll, events, most, -1));
    }

    static String strerror(int number) {
        try {
            return ((MemorySegment) STRERROR.invokeExact(number))
                    .reinterpret(Long.MAX_VALUE)
                    .getString(0);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /// What happens in the child before it becomes the command: its directory, its three pipes, and
    /// no other file of ours. [#destroy] it.
    static MemorySegment fileActions(Arena arena, String directory, List<Integer> descriptors) {
        var actions = arena.allocate(256, 8);
        call(() -> (int) ACTIONS_INIT.invokeExact(actions));
        var path = arena.allocateFrom(directory);
        call(() -> (int) ACTIONS_CHDIR.invokeExact(actions, path));
        for (var at = 0; at < descriptors.size(); at++) {
            int from = descriptors.get(at);
            int to = at;
            call(() -> (int) ACTIONS_DUP2.invokeExact(actions, from, to));
        }
        call(() -> (int) ACTIONS_CLOSEFROM.invokeExact(actions, descriptors.size()));
        return actions;
    }

    static void destroy(MemorySegment fileActions) {
        call(() -> (int) ACTIONS_DESTROY.invokeExact(fileActions));
    }

    /// A session of its own, and the signals as if nobody had touched them: the virtual machine
    /// blocks some.
    static MemorySegment ownSession(Arena arena) {
        var attributes = arena.allocate(512, 8);
        call(() -> (int) ATTRIBUTES_INIT.invokeExact(attributes));
        var flags = (short) (SPAWN_SETSID | SPAWN_SETSIGDEF | SPAWN_SETSIGMASK);
        call(() -> (int) ATTRIBUTES_FLAGS.invokeExact(attributes, flags));
        var every = arena.allocate(128, 8).fill((byte) 0xff);
        call(() -> (int) ATTRIBUTES_SIGDEFAULT.invokeExact(attributes, every));
        return attributes;
    }

    /// @param pid gets the number of the child
    /// @return zero, or why not, see [#strerror]
    static int posixSpawnp(
            MemorySegment pid,
            MemorySegment file,
            MemorySegment fileActions,
            MemorySegment attributes,
            MemorySegment arguments,
            MemorySegment environment) {
        return call(() ->
                (int)
                        SPAWNP.invokeExact(
                                pid, file, fileActions, attributes, arguments, environment));
    }

    /// A list as C wants it: pointers to strings, and a null pointer at the end.
    static MemorySegment strings(Arena arena, List<String> texts) {
        var array = arena.allocate(ADDRESS, texts.size() + 1L);
        for (var at = 0; at < texts.size(); at++) {
            array.setAtIndex(ADDRESS, at, arena.allocateFrom(texts.get(at)));
        }
        return array;
    }

    private interface Call {
        int run() throws Throwable;
    }

    private static int call(Call call) {
        try {
            return call.run();
        } catch (Throwable e) {
            throw new IllegalStateException("A call of the C library failed", e);
        }
    }
}
