package dev.parley.session;

import dev.parley.api.NewSession;
import dev.parley.api.Unfinished;
import dev.parley.store.Turn;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The turns of a session: the one that was asked for and is due, those the agent began by itself,
/// and those that wait. Its session's thread owns it.
final class Turns {
    private static final int MOST_QUEUED = 100;

    /// @param running the agent works on it
    /// @param waiting the agent has not got these
    record Left(Optional<Turn> running, List<Turn> waiting) {
        static final Left NOTHING = new Left(Optional.empty(), List.of());

        Unfinished of(NewSession asked) {
            return new Unfinished(
                    asked,
                    running.map(turn -> turn.prompt("")).orElse(null),
                    waiting.stream().map(turn -> turn.prompt("")).toList());
        }
    }

    private final Deque<Turn> queue = new ArrayDeque<>();
    private final Set<String> ofAgent = new LinkedHashSet<>();
    private @Nullable Turn current;
    private boolean isSent;
    private long publishedAt;

    Optional<Turn> current() {
        return Optional.ofNullable(current);
    }

    /// The prompt of the current turn is with the agent.
    boolean isSent() {
        return current != null && isSent;
    }

    /// The number of the event with the current prompt; 0 before it is published.
    long publishedAt() {
        return publishedAt;
    }

    boolean isBusy() {
        return current != null || !ofAgent.isEmpty();
    }

    int queued() {
        return queue.size();
    }

    boolean isFull() {
        return queue.size() >= MOST_QUEUED;
    }

    /// The turn that lists show.
    @Nullable String shown() {
        if (current != null) {
            return current.id();
        }
        return ofAgent.isEmpty() ? null : ofAgent.iterator().next();
    }

    List<String> running() {
        var all = new ArrayList<>(ofAgent);
        current().ifPresent(turn -> all.add(turn.id()));
        return all;
    }

    void begin(Turn turn) {
        current = turn;
        isSent = false;
        publishedAt = 0;
    }

    void beganByItself(String turnId) {
        ofAgent.add(turnId);
    }

    void sent() {
        isSent = true;
    }

    void published(long sequence) {
        publishedAt = sequence;
    }

    /// It was sent to a process that is gone and cannot have read it.
    void sendAgain() {
        isSent = false;
    }

    /// @return whether it was the one that was asked for
    boolean ended(String turnId) {
        ofAgent.remove(turnId);
        var wasCurrent = current != null && current.id().equals(turnId);
        if (wasCurrent) {
            current = null;
            isSent = false;
        }
        return wasCurrent;
    }

    void queue(Turn turn) {
        queue.add(turn);
    }

    Optional<Turn> next() {
        return Optional.ofNullable(queue.poll());
    }

    boolean cancel(String turnId) {
        return queue.removeIf(turn -> turn.id().equals(turnId));
    }

    /// What is not done.
    Left left() {
        var waiting = new ArrayList<Turn>();
        if (!isSent()) {
            current().ifPresent(waiting::add);
        }
        waiting.addAll(queue);
        return new Left(current().filter(_ -> isSent), waiting);
    }

    /// Empties the queue.
    List<String> drop() {
        var dropped = queue.stream().map(Turn::id).toList();
        queue.clear();
        return dropped;
    }

    void clear() {
        queue.clear();
        ofAgent.clear();
        current = null;
    }
}
