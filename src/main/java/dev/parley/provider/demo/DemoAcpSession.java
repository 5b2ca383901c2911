package dev.parley.provider.demo;

import dev.parley.api.Permission;
import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// One conversation over ACP: where it works, what it may do, and the turn that runs, if any. The
/// agent's own thread and the thread of that turn share it.
final class DemoAcpSession {
    private final String id;
    private final Path cwd;
    private final Optional<DemoToolServer> tools;
    private final AtomicReference<@Nullable DemoAcpTurn> running = new AtomicReference<>();
    private volatile Permission mode = Permission.ASK;
    private volatile String model = DemoArguments.MODELS.getFirst();
    private volatile boolean isAlwaysAllowed;

    /// @param tools where the client has tools for it
    DemoAcpSession(String id, Path cwd, Optional<DemoToolServer> tools) {
        this.id = id;
        this.cwd = cwd;
        this.tools = tools;
    }

    String id() {
        return id;
    }

    Path cwd() {
        return cwd;
    }

    Optional<DemoToolServer> tools() {
        return tools;
    }

    Permission mode() {
        return mode;
    }

    void switchMode(Permission next) {
        mode = next;
    }

    String model() {
        return model;
    }

    void switchModel(String next) {
        model = next;
    }

    boolean isAlwaysAllowed() {
        return isAlwaysAllowed;
    }

    void allowAlways() {
        isAlwaysAllowed = true;
    }

    boolean isBusy() {
        return running.get() != null;
    }

    void start(DemoAcpTurn turn) {
        if (!running.compareAndSet(null, turn)) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    "A turn is running in session " + id + ".",
                    "Wait for its end, or cancel it.");
        }
        turn.start();
    }

    /// Called by a turn before it answers, so that whoever hears the answer may ask again.
    void ended() {
        running.set(null);
    }

    void cancel() {
        var turn = running.get();
        if (turn != null) {
            turn.cancel();
        }
    }

    /// Cancels, and waits until the turn has said its last word.
    void stop() throws InterruptedException {
        var turn = running.get();
        if (turn != null) {
            turn.cancel();
            turn.join();
        }
    }
}
