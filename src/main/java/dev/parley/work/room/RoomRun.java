package dev.parley.work.room;

import dev.parley.api.Finding;
import dev.parley.api.Room;
import dev.parley.api.RoomEvent;
import dev.parley.api.RoomMember;
import dev.parley.api.RoomMessage;
import dev.parley.api.RoomMode;
import dev.parley.api.RoomState;
import dev.parley.event.Usage;
import dev.parley.room.Answer;
import dev.parley.room.Course;
import dev.parley.room.Order;
import dev.parley.room.Recollection;
import dev.parley.room.Step;
import dev.parley.store.RoomStore;
import dev.parley.work.CourseTurns;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A room whose agents talk: one thread that takes what people wrote and plays the course of it.
/// Only it starts turns. A further word of a person ends the course of the one before, after the
/// turns that run.
final class RoomRun {
    /// What a person wrote, and how it is to be talked about.
    record Asked(RoomMessage message, RoomMode mode) {}

    /// What of a course that was cut off may be remembered: more turns than a message may have.
    private static final int MOST_REMEMBERED = 1000;

    private final RoomHost host;
    private final String name;
    private final Deque<Asked> asked = new ArrayDeque<>(); // guarded by this
    private boolean isStopped; // guarded by this
    private boolean isPaused; // guarded by this
    private boolean isLeft; // guarded by this
    private boolean isOver; // guarded by this
    private final Set<TurnWatch> watches = ConcurrentHashMap.newKeySet();
    private final Map<String, OpenTurn> turns = new ConcurrentHashMap<>();
    private final CountDownLatch end = new CountDownLatch(1);

    RoomRun(RoomHost host, String name) {
        this.host = host;
        this.name = name;
    }

    /// @return false when it has just ended, or is about to
    synchronized boolean ask(Asked next) {
        if (isOver || isStopped) {
            return false;
        }
        asked.add(next);
        return true;
    }

    void start() {
        Thread.ofVirtual().name("room-" + name).start(this::run);
    }

    /// Ends the turns that run; nothing follows.
    void stop(String why) {
        synchronized (this) {
            isStopped = true;
            asked.clear();
        }
        watches.forEach(watch -> watch.end(why));
    }

    /// Parley ends: the turns that run count as not begun, so that they are taken when it is back.
    void leave() {
        synchronized (this) {
            isLeft = true;
            isPaused = true;
            asked.clear();
        }
        watches.forEach(watch -> watch.end(RoomHost.LEFT));
    }

    synchronized boolean isLeft() {
        return isLeft;
    }

    /// Lets the turns that run end; nothing follows.
    ///
    /// @return false when it has just ended
    synchronized boolean pause() {
        isPaused = true;
        return !isOver;
    }

    private void run() {
        try {
            for (var next = next(); next != null; next = next()) {
                converse(next);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(RoomRun.class).error("The room {} failed", name, e);
            host.noteQuietly(name, "Something went wrong inside Parley: " + e.getMessage());
        } finally {
            synchronized (this) {
                isOver = true;
            }
            host.ended(name, this);
            end.countDown();
        }
    }

    void awaitEnd(Duration most) {
        try {
            var _ = end.await(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized @Nullable Asked next() {
        var next = isStopped || isPaused ? null : asked.poll();
        isOver = next == null;
        return next;
    }

    private synchronized boolean goesOn() {
        return !isStopped && !isPaused && asked.isEmpty();
    }

    synchronized boolean isPausedNow() {
        return isPaused;
    }

    private void converse(Asked what) throws InterruptedException {
        host.claim(name); // the run before may have let go of it
        var room = host.change(name, it -> it.in(RoomState.RUNNING, null, host.now()));
        var begun = begun(room, what);
        var course =
                Course.of(
                        begun.mode(),
                        begun.agents(),
                        begun.limits(),
                        what.message(),
                        begun.firstFinding());
        var before = new Recollection(host.store().newest(name, begun.after(), MOST_REMEMBERED));
        while (goesOn()) {
            var over = room.overBudget();
            if (over != null) {
                host.note(name, over);
                host.change(name, it -> it.in(RoomState.PAUSED, over, host.now()));
                var _ = pause();
                return;
            }
            switch (course.next()) {
                case Step.Speak(var orders) -> speak(course, room, orders, before);
                case Step.Note(var text) -> {
                    if (!before.takeNote(text)) {
                        host.note(name, text);
                    }
                }
                case Step.Found(var findings) -> found(findings);
                case Step.Over(var why) -> {
                    host.store().put(name, begun.ended());
                    host.note(name, why);
                    return;
                }
            }
            room = host.room(name);
        }
        if (!goesOnNow()) {
            host.store().put(name, begun.ended());
        }
        if (isPausedNow()) {
            host.change(name, it -> it.in(RoomState.PAUSED, why(), host.now()));
        }
    }

    /// How it was when this was begun, which may have been before Parley was started again.
    private RoomStore.Begun begun(Room room, Asked what) throws InterruptedException {
        var number = what.message().number();
        var known = host.store().begun(name);
        if (known.isPresent() && known.get().message() == number && !known.get().over()) {
            return known.get();
        }
        var fresh =
                new RoomStore.Begun(
                        number,
                        room.lastMessage(),
                        what.mode(),
                        room.agents(),
                        room.limits(),
                        host.store().findings(name).size() + 1,
                        false);
        host.store().put(name, fresh);
        return fresh;
    }

    /// Why it is paused.
    synchronized String why() {
        return isLeft ? RoomHost.LEFT : RoomHost.PAUSED;
    }

    /// What became of a finding meanwhile stays.
    private void found(List<Finding> findings) throws InterruptedException {
        var tickets = new HashMap<String, Long>();
        for (var known : host.store().findings(name)) {
            if (known.ticket() != null) {
                tickets.put(known.id(), known.ticket());
            }
        }
        var now =
                findings.stream()
                        .map(one ->
                                tickets.containsKey(one.id())
                                        ? one.ticketed(tickets.get(one.id()))
                                        : one)
                        .toList();
        host.store().put(name, now);
        host.publish(name, new RoomEvent.Found(now));
    }

    /// All at the same time; each sees what was there before. Nobody is asked twice: whoever has
    /// spoken before Parley was started again has spoken.
    private void speak(Course course, Room room, List<Order> ordered, Recollection before)
            throws InterruptedException {
        var answers = new HashMap<Order, Answer>();
        var orders = new ArrayList<Order>();
        var upTo = room.lastMessage();
        for (var order : ordered) {
            var taken = before.take(order);
            if (taken.isPresent()) {
                answers.put(order, taken.get().answer());
                upTo = Math.min(upTo, taken.get().number() - 1);
            } else if (room.agents().contains(order.agent())) {
                orders.add(order);
            } else {
                answers.put(order, Answer.failed(order)); // it was taken out meanwhile
            }
        }
        var known = upTo;
        var taken = CourseTurns.take(orders, order -> turn(room, order, known));
        for (var at = 0; at < orders.size(); at++) {
            answers.put(orders.get(at), taken.get(at));
        }
        for (var order : ordered) {
            course.heard(answers.getOrDefault(order, Answer.failed(order)));
        }
    }

    /// @param upTo the number of the last message that it may see
    private Answer turn(Room room, Order order, long upTo) throws InterruptedException {
        var agent = order.agent();
        try (var watch = new TurnWatch()) {
            var open = new OpenTurn(host, room, agent, watch);
            turns.put(agent, open);
            watches.add(watch);
            if (!goesOnNow()) {
                watch.end("It was stopped.");
            }
            try {
                open.state("waiting");
                var spoken = host.turns().take(room, order, upTo, open);
                return said(order, spoken);
            } catch (InterruptedException e) {
                var why = watch.why();
                if (why == null) {
                    throw e;
                }
                watch.leave(); // what is left to do must not be interrupted
                return failed(order, agent + ": " + why, null);
            } finally {
                watches.remove(watch);
                turns.remove(agent);
                open.state("idle");
            }
        }
    }

    private synchronized boolean goesOnNow() {
        return !isStopped;
    }

    private Answer said(Order order, Spoken spoken) throws InterruptedException {
        var usage = spoken.usage().orElse(null);
        if (spoken.failure().isPresent()) {
            var why = order.agent() + " could not answer: " + spoken.failure().get();
            return failed(order, why, usage);
        }
        var answer = Answer.of(order, spoken.text());
        var kind =
                answer.kind() == Answer.Kind.PASSED
                        ? RoomMessage.Kind.PASS
                        : RoomMessage.Kind.AGENT;
        host.post(
                name,
                RoomMessage.agent(
                        order.agent(), kind, answer.text(), order.phase(), usage, host.now()),
                room -> usage == null ? room : room.having(usage, host.now()));
        return answer;
    }

    private Answer failed(Order order, String why, @Nullable Usage usage)
            throws InterruptedException {
        if (!isLeft()) {
            host.post(
                    name,
                    RoomMessage.failed(order.agent(), why, order.phase(), usage, host.now()),
                    room -> usage == null ? room : room.having(usage, host.now()));
        }
        return Answer.failed(order);
    }

    /// What an agent does now.
    RoomMember shown(RoomMember member) {
        var turn = turns.get(member.name());
        return turn == null ? member : turn.shown(member);
    }
}
