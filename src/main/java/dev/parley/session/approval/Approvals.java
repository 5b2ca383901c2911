package dev.parley.session.approval;

import dev.parley.api.ApprovalId;
import dev.parley.api.PendingApproval;
import dev.parley.api.Subscription;
import dev.parley.session.log.Listeners;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// The one inbox of everything agents ask permission for, over all sessions of this Parley.
/// Thread-safe.
public final class Approvals {
    private final Map<ApprovalId, PendingApproval> pending = new ConcurrentHashMap<>();
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
