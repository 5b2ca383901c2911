package dev.parley.session;

import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.provider.ProviderProfile;
import dev.parley.session.pool.Connection;
import dev.parley.session.pool.ProcessPool;
import dev.parley.session.pool.StartLimit;
import dev.parley.store.SessionRow;
import dev.parley.tool.ToolHost;
import dev.parley.wire.ToolDefinition;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;

/// What ties a session to its process: a place in the pool, and a conversation there. Its session's
/// thread owns it.
final class ProcessLease {
    /// What came of looking for a process.
    enum Found {
        /// There is one, with our conversation begun or about to begin.
        PROCESS,
        /// There is none, and no place for one. The inbox is told when that may have changed.
        NO_PLACE
    }

    private static final Duration UNTIL_TOOLS_ARE_ASKED_FOR = Duration.ofSeconds(20);

    /// The agent has the list, and enters what is in it.
    private static final Duration UNTIL_TOOLS_ARE_TAKEN = Duration.ofMillis(200);

    private final SessionHost host;
    private final ProviderProfile profile;
    private final SessionId id;
    private final SessionInbox inbox;
    private ProcessPool.@Nullable Warm process;
    private @Nullable Path home;
    private @Nullable String nativeId;
    private String conversation = "";
    private int conversations;
    private boolean isShared;
    private boolean isReady;
    private boolean isJoined;
    private boolean isDying;
    private boolean isLeft;
    private boolean isBlank;
    private boolean waitsForPlace;
    private final StartLimit start;
    private final ToolArrivals arrivals;
    private ToolHost.@Nullable Access tools;

    ProcessLease(
            SessionHost host,
            ProviderProfile profile,
            SessionId id,
            SessionInbox inbox,
            ToolArrivals arrivals) {
        this.arrivals = arrivals;
        this.host = host;
        this.profile = profile;
        this.id = id;
        this.inbox = inbox;
        start = new StartLimit(host.settings().startTimeout());
    }

    boolean isUp() {
        return process != null;
    }

    /// The conversation has begun.
    boolean isJoined() {
        return isJoined;
    }

    /// Its process has ended, and only its last words are left to come.
    boolean isDying() {
        return isDying;
    }

    boolean waitsForPlace() {
        return waitsForPlace;
    }

    /// Whether a report is about the conversation we have now, not about an earlier one.
    boolean isOf(String name) {
        return name.equals(conversation);
    }

    /// Whether a report is still of interest: after [#end] only the end of the process is.
    boolean accepts(String name) {
        return isOf(name) && !isLeft;
    }

    /// A native session that is new and in which nobody has said anything: most CLIs do not know it
    /// any more when their process is gone.
    boolean isBlank() {
        return isBlank;
    }

    /// Sees to it that there is a process with our conversation, which stays until [#free].
    Found connect(SessionRow session) throws InterruptedException {
        if (process != null && !host.pool().use(id, process)) {
            forget();
        }
        if (process != null) {
            return Found.PROCESS;
        }
        return waitsForPlace ? Found.NO_PLACE : join(session);
    }

    private Found join(SessionRow session) throws InterruptedException {
        var ready =
                host.launcher()
                        .prepare(
                                profile,
                                session,
                                (tool, given) -> arrivals.arrived(tool, given, this::send));
        var name = id + "/" + ++conversations;
        try {
            home = ready.home();
            protect(session);
            var place =
                    host.pool()
                            .use(
                                    id,
                                    ready.start(),
                                    connection -> connection.join(name, ready.opening(), inbox),
                                    inbox::place);
            if (place.isEmpty()) {
                ready.closeTools();
                waitsForPlace = true;
                return Found.NO_PLACE;
            }
            process = place.get();
        } catch (RuntimeException e) {
            ready.closeTools();
            throw e;
        }
        useTools(ready, name);
        isShared = ready.isShared();
        isJoined = false;
        isBlank = ready.opening().resume().isEmpty();
        conversation = name;
        start.begun(process.connection()::signs);
        return Found.PROCESS;
    }

    private void useTools(Launcher.Ready ready, String name) {
        var names = ready.opening().tools().definitions().stream().map(ToolDefinition::name);
        arrivals.expect(names.collect(Collectors.toSet()));
        ready.access()
                .ifPresent(given -> {
                    tools = given.access();
                    if (given.isLate()) {
                        Thread.ofVirtual()
                                .name("tools-" + id)
                                .start(() -> awaitTools(given.access(), name));
                    }
                });
    }

    /// Prompts wait in the dialect until the agent has its tools, but not for ever.
    private void awaitTools(ToolHost.Access access, String name) {
        try {
            if (access.awaitListed(UNTIL_TOOLS_ARE_ASKED_FOR)) {
                Thread.sleep(UNTIL_TOOLS_ARE_TAKEN);
            }
            inbox.order(() -> {
                if (isOf(name)) {
                    send(new Action.ToolsKnown());
                }
            });
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (SessionInbox.Over | Problem _) {
            // nobody waits any more
        }
    }

    /// Nobody waits any more for the answers of tools.
    void endToolCalls() {
        arrivals.clear();
        if (tools != null) {
            tools.endCalls();
        }
    }

    void send(Action.ForAgent action) {
        if (process != null) {
            isBlank = isBlank && !(action instanceof Action.Prompt);
            process.connection().send(conversation, action);
        }
    }

    void joined(String name) {
        isJoined = true;
        nativeId = name;
        start.over();
    }

    /// It takes prompts, though it may not have named its native session yet.
    void ready() {
        isReady = true;
        start.over();
    }

    boolean isReady() {
        return isReady || isJoined;
    }

    /// There is a process, and the conversation has not begun.
    boolean isStarting() {
        return process != null && !isReady() && !isDying;
    }

    /// How long it may still take to begin.
    StartLimit start() {
        return start;
    }

    void dying() {
        isDying = true;
        start.over();
    }

    void stopWaiting() {
        waitsForPlace = false;
    }

    /// The agent went on by itself: its process is needed.
    void keep() {
        if (process != null) {
            var _ = host.pool().use(id, process);
        }
    }

    /// Nothing runs: the process may be given to another session.
    void free() {
        if (process != null) {
            host.pool().free(id, process);
        }
    }

    /// The process is gone.
    void forget() {
        if (tools != null) {
            tools.close();
            tools = null;
        }
        process = null;
        nativeId = null;
        start.over();
        isReady = false;
        isJoined = false;
        isDying = false;
        isLeft = false;
        isBlank = false;
        conversation = "";
    }

    /// Lets go of the process; one that no other session can use ends.
    void detach() {
        var last = process;
        if (last == null) {
            return;
        }
        if (isShared) {
            last.connection().leave(conversation);
            host.pool().leave(id, last, nativeId);
        } else {
            host.pool().discard(last);
        }
        forget();
    }

    /// Gives the native session back, so that another program can go on with it. A process that no
    /// other session can use ends, and until it is gone the session has it.
    ///
    /// @return the process that ends
    Optional<Connection> end() {
        var last = process;
        if (last == null || isShared) {
            detach();
            return Optional.empty();
        }
        host.pool().discard(last);
        dying();
        isLeft = true;
        return Optional.of(last.connection());
    }

    /// Its agent does not listen. The process ends, but not under the turn of another session.
    ///
    /// @return whether it ends now, which we are told; otherwise we have left it
    boolean giveUp() {
        var last = process;
        if (last != null && host.pool().giveUp(id, last)) {
            dying();
            return true;
        }
        if (last != null) {
            last.connection().leave(conversation);
        }
        forget();
        return false;
    }

    /// Some CLIs must be kept from damaging a session that is resumed: before its process starts,
    /// and after it ended.
    void protect(SessionRow session) {
        if (home != null) {
            Launcher.protect(profile, home, Optional.ofNullable(session.nativeId()));
        }
    }
}
