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
import dev.parley.room.Step;
import dev.parley.work.CourseTurns;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A room whose agents talk: one thread that takes what people wrote and plays the course of it.
/// Only it starts turns. A further word of a person ends the course of the one before, after the
/// turns that run.
final class RoomRun {
    /// What a person wrote, and how it is to be talked about.
    ///
    /// @param begun how far that has come, when a pause came in between
    record Asked(RoomMessage message, RoomMode mode, Optional<Course> begun) {
        Asked(RoomMessage message, RoomMode mode) {
            this(message, mode, Optional.empty());
        }

        Asked at(Course course) {
            return new Asked(message, mode, Optional.of(course));
        }
    }

    private final RoomHost host;
    private final String name;
    private final Deque<Asked> asked = new ArrayDeque<>(); // guarded by this
    private boolean isStopped; // guarded by this
    private boolean isPaused; // guarded by this
    private boolean isOver; // guarded by this
    private final Set<TurnWatch> watches = ConcurrentHashMap.newKeySet();
    private final Map<String, OpenTurn> turns = new ConcurrentHashMap<>();

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
        var first = host.store().findings(name).size() + 1;
        var course = what.begun().orElse(Course.of(what.mode(), room, what.message(), first));
        while (goesOn()) {
            var over = room.overBudget();
            if (over != null) {
                host.hold(name, what.at(course));
                host.note(name, over);
                host.change(name, it -> it.in(RoomState.PAUSED, over, host.now()));
                var _ = pause();
                return;
            }
            switch (course.next()) {
                case Step.Speak(var orders) -> speak(course, room, orders);
                case Step.Note(var text) -> host.note(name, text);
                case Step.Found(var findings) -> found(findings);
                case Step.Over(var why) -> {
                    host.over(name, what.message());
                    host.note(name, why);
                    return;
                }
            }
            room = host.room(name);
        }
        if (!goesOnNow()) {
            host.over(name, what.message());
        } else if (isPausedNow()) {
            host.hold(name, what.at(course));
        }
        if (isPausedNow()) {
            host.change(name, it -> it.in(RoomState.PAUSED, RoomHost.PAUSED, host.now()));
        }
    }

    private void found(List<Finding> findings) throws InterruptedException {
        host.store().put(name, findings);
        host.publish(name, new RoomEvent.Found(findings));
    }

    /// All at the same time; each sees what was there before.
    private void speak(Course course, Room room, List<Order> ordered) throws InterruptedException {
        var orders = new ArrayList<Order>();
        for (var order : ordered) {
            if (room.agents().contains(order.agent())) {
                orders.add(order);
            } else {
                course.heard(Answer.failed(order)); // it was taken out meanwhile
            }
        }
        CourseTurns.take(orders, order -> turn(room, order)).forEach(course::heard);
    }

    private Answer turn(Room room, Order order) throws InterruptedException {
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
                var spoken = host.turns().take(room, order, room.lastMessage(), open);
                return said(order, spoken);
            } catch (InterruptedException e) {
                var why = watch.why();
                if (why == null) {
                    throw e;
                }
                watch.leave(); // what is left to do must not be interrupted
                host.note(name, agent + ": " + why);
                return Answer.failed(order);
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
            host.note(name, order.agent() + " could not answer: " + spoken.failure().get());
            charge(usage);
            return Answer.failed(order);
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

    private void charge(@Nullable Usage usage) throws InterruptedException {
        if (usage != null) {
            host.change(name, room -> room.having(usage, host.now()));
        }
    }

    /// What an agent does now.
    RoomMember shown(RoomMember member) {
        var turn = turns.get(member.name());
        return turn == null ? member : turn.shown(member);
    }
}
