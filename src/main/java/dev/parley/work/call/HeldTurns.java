package dev.parley.work.call;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Conversations whose agents wait for results of the client. Each is ended when the client does
/// not come back in time, and the one that has waited longest when there are too many: a client
/// that comes back later tells another agent the whole conversation. Thread-safe.
final class HeldTurns {
    private final int most;
    private final Map<FunctionConversation, Thread> held = new LinkedHashMap<>();

    HeldTurns(int most) {
        this.most = most;
    }

    synchronized void hold(FunctionConversation waiting, Duration patience) {
        if (held.size() >= most) {
            end(held.keySet().iterator().next());
        }
        held.put(
                waiting, Thread.ofVirtual().name("held-turn").start(() -> wait(waiting, patience)));
    }

    private void wait(FunctionConversation waiting, Duration patience) {
        try {
            Thread.sleep(patience);
            end(waiting);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // it goes on
        }
    }

    void end(FunctionConversation waiting) {
        if (release(waiting)) {
            waiting.abandon();
        }
    }

    /// @return whether it was held until now
    synchronized boolean release(FunctionConversation waiting) {
        var clock = held.remove(waiting);
        if (clock != null) {
            clock.interrupt();
        }
        return clock != null;
    }

    /// The one that waits for one of these calls.
    Optional<FunctionConversation> find(Call call, Set<String> callIds) {
        return find(waiting -> waiting.isOf(call) && waiting.waitsFor(callIds));
    }

    /// The one that has a session.
    Optional<FunctionConversation> findIn(String session) {
        return find(waiting -> waiting.isIn(session));
    }

    private synchronized Optional<FunctionConversation> find(
            Predicate<FunctionConversation> isRight) {
        return held.keySet().stream().filter(isRight).findFirst();
    }
}
