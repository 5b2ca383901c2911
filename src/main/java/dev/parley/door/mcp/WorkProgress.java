package dev.parley.door.mcp;

import dev.parley.api.ApprovalId;
import dev.parley.api.PendingApproval;
import dev.parley.api.SessionId;
import dev.parley.api.Subscription;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.tool.CallingClient;
import dev.parley.work.LiveSessions;
import dev.parley.work.agent.WorkListener;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Tells a client that wants to hear of it what an agent does, not what it says; and asks it what
/// the agent asks, beside the inbox.
final class WorkProgress implements WorkListener, AutoCloseable {
    private final CallingClient client;
    private final LiveSessions live;
    private final ClientApprovals approvals;
    private final Map<ApprovalId, String> waiting = new LinkedHashMap<>(); // guarded by this
    private int steps; // guarded by this
    private final Set<SessionId> sessions = ConcurrentHashMap.newKeySet();
    private final Subscription subscription;

    WorkProgress(CallingClient client, LiveSessions live) {
        this.client = client;
        this.live = live;
        approvals = new ClientApprovals(client, live);
        subscription = live.onApproval(this::changed);
    }

    @Override
    public void live(SessionId session) {
        if (sessions.add(session)) {
            // It may have asked before anybody listened.
            live.approvals().stream()
                    .filter(one -> one.session().equals(session))
                    .forEach(this::opened);
        }
    }

    private void changed(PendingApproval.Change change) {
        if (!sessions.contains(change.approval().session())) {
            return;
        }
        if (change.isOpen()) {
            opened(change.approval());
        } else {
            closed(change.approval().id());
        }
    }

    private void opened(PendingApproval approval) {
        var words =
                approval.provider()
                        + " waits for a person to allow or deny it something (parley approvals)";
        synchronized (this) {
            waiting.put(approval.id(), words);
            tell(words);
        }
        approvals.ask(approval);
    }

    private synchronized void closed(ApprovalId id) {
        waiting.remove(id);
        approvals.withdraw(id);
    }

    @Override
    public void accept(Envelope envelope) {
        switch (envelope.event()) {
            case Event.ToolCalled called -> tell(envelope.provider() + " uses " + called.name());
            case Event.SessionStarted _ ->
                    tell(
                            envelope.provider()
                                    + " works"
                                    + Optional.ofNullable(envelope.sessionId())
                                            .map(id -> ", its session is " + id)
                                            .orElse(""));
            // too much to pass on
            case Event.AboutSession _,
                    Event.AboutTurn _,
                    Event.Message _,
                    Event.AboutTool _,
                    Event.AboutApproval _,
                    Event.TokensUsed _,
                    Event.Failed _,
                    Event.Unrecognized _ -> {}
        }
    }

    /// Nothing is told over it that a person is needed.
    private synchronized void tell(String message) {
        steps++;
        client.progress(steps, null, waiting.values().stream().findFirst().orElse(message));
    }

    @Override
    public void close() {
        subscription.close();
        approvals.close();
    }
}
