package dev.parley.door.mcp;

import dev.parley.api.PendingApproval;
import dev.parley.api.SessionId;
import dev.parley.api.Subscription;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.tool.CallingClient;
import dev.parley.work.LiveSessions;
import dev.parley.work.agent.WorkListener;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Tells a client that wants to hear of it what an agent does, not what it says; and asks it what
/// the agent asks, beside the inbox.
final class WorkProgress implements WorkListener, AutoCloseable {
    private final CallingClient client;
    private final LiveSessions live;
    private final ClientApprovals approvals;
    private final AtomicInteger steps = new AtomicInteger();
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
            approvals.withdraw(change.approval().id());
        }
    }

    private void opened(PendingApproval approval) {
        tell(
                approval.provider()
                        + " waits for a person to allow or deny it something (parley approvals)");
        approvals.ask(approval);
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

    private void tell(String message) {
        client.progress(steps.incrementAndGet(), null, message);
    }

    @Override
    public void close() {
        subscription.close();
        approvals.close();
    }
}
