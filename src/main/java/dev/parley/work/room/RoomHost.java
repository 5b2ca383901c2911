package dev.parley.work.room;

import dev.parley.api.Room;
import dev.parley.api.RoomEvent;
import dev.parley.api.RoomFeed;
import dev.parley.api.RoomMember;
import dev.parley.api.RoomMessage;
import dev.parley.api.RoomMode;
import dev.parley.api.RoomState;
import dev.parley.base.problem.Problem;
import dev.parley.store.RoomStore;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/// The rooms that run in this process: at most one thread for each. Thread-safe.
final class RoomHost {
    static final String PAUSED = "A person paused it.";

    /// Who writes something or resumes it lets them go on.
    static final String LEFT = "Parley ended while the agents talked.";

    private static final String RESTARTED =
            LEFT + " Resume the room, and they go on where they were; or write something.";

    private static final Duration LEAVING = Duration.ofMillis(5);

    /// A room that takes longer is found by the next Parley as one whose process is gone.
    private static final Duration LEAVING_MOST = Duration.ofSeconds(2);

    private final RoomStore store;
    private final RoomTurns turns;
    private final Clock clock;
    private final Map<String, RoomRun> running = new ConcurrentHashMap<>();
    private final RoomFollowers followers;

    RoomHost(RoomStore store, RoomTurns turns, Agents agents, Clock clock) {
        this.store = store;
        this.turns = turns;
        this.clock = clock;
        followers = new RoomFollowers(store, name -> busy(name, agents));
    }

    private List<RoomMember> busy(String name, Agents agents) {
        var run = running.get(name);
        if (run == null) {
            return List.of();
        }
        return agents.names().stream()
                .map(agent -> new RoomMember(agent, null, null, null, "idle", null, 0, 0, null))
                .map(run::shown)
                .toList();
    }

    RoomStore store() {
        return store;
    }

    RoomTurns turns() {
        return turns;
    }

    Instant now() {
        return clock.instant();
    }

    Room room(String name) throws InterruptedException {
        return store.find(name).orElseThrow(() -> unknown(name));
    }

    static Problem unknown(String name) {
        return Problem.notFound(
                "There is no room \"" + name + "\".",
                "`parley room` lists those there are; `parley room new` makes one.");
    }

    Room change(String name, UnaryOperator<Room> change) throws InterruptedException {
        var room = store.update(name, change).orElseThrow(() -> unknown(name));
        publish(name, new RoomEvent.Changed(room));
        return room;
    }

    RoomMessage post(String name, RoomMessage message, UnaryOperator<Room> change)
            throws InterruptedException {
        var posted = store.append(name, message, change);
        publish(name, new RoomEvent.Posted(posted));
        return posted;
    }

    void note(String name, String text) throws InterruptedException {
        var _ = post(name, RoomMessage.note(text, now()), it -> it);
    }

    void noteQuietly(String name, String text) {
        try {
            note(name, text);
        } catch (Problem | InterruptedException e) {
            LoggerFactory.getLogger(RoomHost.class).warn("A note in {} is lost", name, e);
        }
    }

    void publish(String name, RoomEvent event) {
        followers.publish(name, event);
    }

    RoomFeed follow(String name, long after) {
        return followers.follow(name, after);
    }

    /// Has agents talk about what a person wrote.
    void ask(String name, RoomRun.Asked asked) throws InterruptedException {
        while (true) {
            var fresh = new RoomRun(this, name);
            var run = running.computeIfAbsent(name, _ -> fresh);
            if (run.ask(asked)) {
                if (run == fresh) {
                    begin(name, fresh);
                }
                return;
            }
            Thread.sleep(LEAVING); // the other one is about to go
        }
    }

    private void begin(String name, RoomRun run) throws InterruptedException {
        try {
            change(name, room -> room.in(RoomState.RUNNING, null, now()));
        } catch (Problem | InterruptedException e) {
            running.remove(name, run);
            throw e;
        }
        run.start();
    }

    /// Lets a paused room go on with what a person wrote last, from where it was. The transcript
    /// tells who has spoken already.
    void resume(String name, @Nullable RoomMessage last, RoomMode usual)
            throws InterruptedException {
        claim(name);
        if (!isFreed(name)) {
            return; // somebody else was faster
        }
        var begun = store.begun(name).filter(it -> last != null && it.message() == last.number());
        if (last == null || begun.filter(RoomStore.Begun::over).isPresent()) {
            store.release(name); // nobody waits for anything
        } else {
            ask(name, new RoomRun.Asked(last, last.mode(usual)));
        }
    }

    /// Ends a pause.
    ///
    /// @return whether there was one
    private boolean isFreed(String name) throws InterruptedException {
        var was = new AtomicReference<>(RoomState.IDLE);
        change(
                name,
                room -> {
                    was.set(room.state());
                    return room.state() == RoomState.PAUSED
                            ? room.in(RoomState.IDLE, null, now())
                            : room;
                });
        while (isPaused(name)) {
            Thread.sleep(LEAVING); // it is about to go
        }
        return was.get() == RoomState.PAUSED;
    }

    /// Whether what a person writes is talked about at once. A room that only the end of Parley has
    /// paused wakes up.
    boolean wakes(Room room) throws InterruptedException {
        return room.state() != RoomState.PAUSED
                || (LEFT.equals(room.reason()) && isFreed(room.name()));
    }

    private boolean isPaused(String name) {
        var run = running.get(name);
        return run != null && run.isPausedNow();
    }

    /// No other process may run turns in it from now on.
    void claim(String name) throws InterruptedException {
        var owner = store.claim(name);
        if (owner.isPresent()) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    "The room " + name + " runs in another Parley (" + owner.get() + ").",
                    "Write there, or wait until its agents are done.");
        }
    }

    boolean isRunning(String name) {
        return running.containsKey(name);
    }

    boolean stop(String name, String why) {
        var run = running.get(name);
        if (run != null) {
            run.stop(why);
        }
        return run != null;
    }

    boolean pause(String name) {
        var run = running.get(name);
        return run != null && run.pause();
    }

    RoomMember shown(String name, RoomMember member) {
        var run = running.get(name);
        return run == null ? member : run.shown(member);
    }

    private Room after(RoomRun run, Room room) {
        if (room.state() != RoomState.RUNNING) {
            return room;
        }
        // Who paused it may have done so when its last turn was over.
        return run.isPausedNow()
                ? room.in(RoomState.PAUSED, run.why(), now())
                : room.in(RoomState.IDLE, null, now());
    }

    /// Called by the run as its last deed.
    void ended(String name, RoomRun run) {
        try {
            store.update(name, room -> after(run, room))
                    .ifPresent(room -> publish(name, new RoomEvent.Changed(room)));
            store.release(name);
        } catch (Problem | InterruptedException e) {
            LoggerFactory.getLogger(RoomHost.class).warn("The room {} is not closed", name, e);
        } finally {
            running.remove(name, run);
        }
    }

    /// Rooms of a Parley that is gone wait for people. Nobody spends money because a machine was
    /// started.
    void recover() throws InterruptedException {
        if (!store.exists()) {
            return;
        }
        for (var room : store.abandoned()) {
            if (!isRunning(room.name())) {
                note(room.name(), RESTARTED);
                change(room.name(), it -> it.in(RoomState.PAUSED, LEFT, now()));
            }
        }
    }

    void close() {
        var left = List.copyOf(running.values());
        left.forEach(RoomRun::leave);
        left.forEach(run -> run.awaitEnd(LEAVING_MOST));
    }
}
