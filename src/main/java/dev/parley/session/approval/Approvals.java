package dev.parley.session.approval;

import dev.parley.api.SessionId;
import dev.parley.api.Subscription;
import dev.parley.session.log.Listeners;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// The one inbox of everything agents ask permission for, over all sessions of this Parley.
/// Thread-safe.
public final class Approvals {
    /// A question came or went.
    ///
    /// @param isOpen false: the question was answered or withdrawn
    public record Change(PendingApproval approval, boolean isOpen) {}

    private record Key(SessionId session, String requestId) {}

    private final Map<Key, PendingApproval> pending = new ConcurrentHashMap<>();
    private final Listeners<Change> listeners = new Listeners<>();

    public Approvals() {}

    /// What waits for a person, the oldest first.
    public List<PendingApproval> pending() {
        return pending.values().stream()
                .sorted(Comparator.comparing(PendingApproval::askedAt))
                .toList();
    }

    public Optional<PendingApproval> find(SessionId session, String requestId) {
        return Optional.ofNullable(pending.get(new Key(session, requestId)));
    }

    /// Reports every question that comes and goes. The listener must not wait.
    public Subscription onChange(Consumer<Change> listener) {
        return listeners.add(listener);
    }

    void open(PendingApproval approval) {
        pending.put(new Key(approval.session(), approval.requestId()), approval);
        listeners.tell(new Change(approval, true));
    }

    void close(SessionId session, String requestId) {
        var gone = pending.remove(new Key(session, requestId));
        if (gone != null) {
            listeners.tell(new Change(gone, false));
        }
    }
}
