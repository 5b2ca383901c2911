package dev.parley.session.approval;

import dev.parley.api.ApprovalId;
import dev.parley.api.PendingApproval;
import dev.parley.api.SessionId;
import dev.parley.api.Subscription;
import dev.parley.event.Action;
import dev.parley.session.log.Listeners;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// The one inbox of everything agents ask permission for, over all sessions of this Parley.
/// Thread-safe.
public final class Approvals {
    private final Map<ApprovalId, PendingApproval> pending = new ConcurrentHashMap<>();
    private final Map<ApprovalId, CompletableFuture<Action.Decide>> own = new ConcurrentHashMap<>();
    private final Listeners<PendingApproval.Change> listeners = new Listeners<>();

    public Approvals() {}

    /// What waits for a person, the oldest first.
    public List<PendingApproval> pending() {
        return pending.values().stream()
                .sorted(Comparator.comparing(PendingApproval::askedAt))
                .toList();
    }

    /// Reports every question that comes and goes. The listener must not wait.
    public Subscription onChange(Consumer<PendingApproval.Change> listener) {
        return listeners.add(listener);
    }

    /// Asks a person something that Parley itself wants to know, and waits.
    ///
    /// @return whether it was allowed; not by nobody's answer either
    public boolean ask(PendingApproval question, Duration atMost) throws InterruptedException {
        var answer = new CompletableFuture<Action.Decide>();
        own.put(question.id(), answer);
        open(question);
        try {
            var decided =
                    atMost.isZero()
                            ? answer.get()
                            : answer.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
            return decided.decision() != Action.Decision.DENY;
        } catch (TimeoutException _) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            own.remove(question.id());
            close(question.id());
        }
    }

    /// @return whether Parley itself asked this
    public boolean answer(SessionId session, Action.Decide decision) {
        var waiting = own.get(new ApprovalId(session, decision.requestId()));
        return waiting != null && waiting.complete(decision);
    }

    void open(PendingApproval approval) {
        pending.put(approval.id(), approval);
        listeners.publish(new PendingApproval.Change(approval, true));
    }

    void close(ApprovalId id) {
        var gone = pending.remove(id);
        if (gone != null) {
            listeners.publish(new PendingApproval.Change(gone, false));
        }
    }
}
