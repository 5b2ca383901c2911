package dev.parley.door.mcp;

import dev.parley.api.ApprovalId;
import dev.parley.api.PendingApproval;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.tool.CallingClient;
import dev.parley.tool.ClientRequest;
import dev.parley.tool.McpError;
import dev.parley.work.LiveSessions;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// Asks the person at a client what waits in the inbox, by elicitation, where the client can. The
/// first answer counts, wherever it is given. Thread-safe.
final class ClientApprovals implements AutoCloseable {
    private static final int LONGEST = 1000;
    private static final String ALLOW = "allow";
    private static final String DECISION = "decision";

    private final CallingClient client;
    private final LiveSessions live;
    private final Map<ApprovalId, Thread> asking = new ConcurrentHashMap<>();

    ClientApprovals(CallingClient client, LiveSessions live) {
        this.client = client;
        this.live = live;
    }

    /// Returns at once. A question with a form of its own is for the inbox alone.
    void ask(PendingApproval approval) {
        if (!client.can("elicitation") || !approval.options().contains(ALLOW)) {
            return;
        }
        var thread =
                Thread.ofVirtual()
                        .name("elicit-" + approval.requestId())
                        .unstarted(() -> askNow(approval));
        if (asking.putIfAbsent(approval.id(), thread) == null) {
            thread.start();
        }
    }

    private void askNow(PendingApproval approval) {
        try {
            // An agent chooses the id of its question, and may use it again. The answer to one is
            // not for another, so each has a name that was never there before.
            var key = "approval-" + UUID.randomUUID();
            var answer = client.ask(key, request(approval));
            var decision = decision(answer);
            if (decision.isPresent()) {
                live.ask(
                        approval.session(),
                        new Action.Decide(
                                approval.requestId(),
                                decision.get(),
                                decision.get() == Action.Decision.DENY
                                        ? "The person at the client denied it."
                                        : null,
                                null));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // it was answered elsewhere
        } catch (Problem | McpError _) {
            // It was answered elsewhere just now, or the client cannot be asked after all.
        } finally {
            asking.remove(approval.id(), Thread.currentThread());
        }
    }

    private static ClientRequest request(PendingApproval approval) {
        var schema = Json.object().put("type", "object");
        var decision =
                schema.putObject("properties")
                        .putObject(DECISION)
                        .put("type", "string")
                        .put("title", "Decision");
        approval.options().forEach(decision.putArray("enum")::add);
        schema.putArray("required").add(DECISION);
        var message =
                approval.provider() + " asks: " + approval.wish() + "\nIn " + approval.cwd() + ".";
        return ClientRequest.elicitation(plain(message), schema);
    }

    /// What an agent says is shown on somebody's screen.
    private static String plain(String text) {
        var clean = text.replaceAll("[\\p{Cc}\\p{Cf}&&[^\\n]]", " ");
        return clean.length() > LONGEST ? clean.substring(0, LONGEST) + "…" : clean;
    }

    /// A person who closes the form has not decided: it stays in the inbox.
    private static Optional<Action.Decision> decision(JsonNode answer) {
        return switch (answer.path("action").asString("")) {
            case "accept" ->
                    switch (answer.path("content").path(DECISION).asString("")) {
                        case ALLOW -> Optional.of(Action.Decision.ALLOW);
                        case "allow_for_session" -> Optional.of(Action.Decision.ALLOW_FOR_SESSION);
                        default -> Optional.of(Action.Decision.DENY);
                    };
            case "decline" -> Optional.of(Action.Decision.DENY);
            default -> Optional.empty();
        };
    }

    void withdraw(ApprovalId id) {
        var thread = asking.remove(id);
        if (thread != null && !thread.equals(Thread.currentThread())) {
            thread.interrupt();
        }
    }

    @Override
    public void close() {
        asking.values().forEach(Thread::interrupt);
    }
}
