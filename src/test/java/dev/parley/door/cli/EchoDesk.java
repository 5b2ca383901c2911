package dev.parley.door.cli;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.Intent;
import dev.parley.event.TurnOrigin;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/// A front desk whose agent echoes; what begins with `ask` asks first, `hang` waits to be
/// interrupted, `fail` fails.
final class EchoDesk implements SessionClient {
    final List<String> actions = new CopyOnWriteArrayList<>();
    final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    final boolean isShared;
    List<String> capabilities = List.of("EDITED_INPUT");
    int turn;

    EchoDesk(boolean isShared) {
        this.isShared = isShared;
    }

    @Override
    public JsonNode start(ObjectNode request) {
        return Json.object()
                .put("id", "s1")
                .put("provider", "echo")
                .put("lastSequence", 0)
                .set("capabilities", Json.tree(capabilities));
    }

    @Override
    public JsonNode act(String session, ObjectNode action) {
        actions.add(Json.write(action));
        switch (action.path("type").asString()) {
            case "prompt" -> {
                return prompt(action.path("text").asString());
            }
            case "interrupt" -> end(EndReason.INTERRUPTED);
            case "decide" -> {
                if (action.path("input").has("refused")) {
                    throw Problem.invalid("It takes no other input.", "Say yes or no.");
                }
                events.add(
                        new Event.ApprovalAnswered(
                                action.path("requestId").asString(),
                                "Bash",
                                !action.path("decision").asString().equals("deny"),
                                "you"));
                end(EndReason.COMPLETED);
            }
            case "switchModel" -> {
                if (action.path("model").asString().isEmpty()) {
                    throw Problem.invalid("No model.", "Name one.");
                }
                events.add(new Event.SessionChanged(action.path("model").asString(), null, null));
            }
            default -> {}
        }
        return Json.object();
    }

    private JsonNode prompt(String text) {
        turn++;
        events.add(new Event.TurnStarted("turn" + turn, TurnOrigin.PROMPT));
        if (text.startsWith("ask")) {
            events.add(
                    new Event.ApprovalRequested(
                            "q" + turn,
                            "Bash",
                            "run it",
                            Json.object().put("command", "rm"),
                            List.of("allow", "allow_for_session", "deny"),
                            new Intent("rm", "/work", List.of(), null),
                            "exactly this command in /work"));
            if (text.startsWith("ask and talk")) {
                events.add(new Event.AssistantSaid("? Bash: git status", null));
                events.add(Event.Failed.fatal("Something else", "x"));
            }
        } else if (text.startsWith("fail")) {
            events.add(Event.Failed.fatal("It failed", "x"));
            end(EndReason.ERROR);
        } else if (!text.startsWith("hang")) {
            events.add(new Event.AssistantSaid("You said " + text, null));
            end(EndReason.COMPLETED);
        }
        return Json.object().put("turnId", "turn" + turn);
    }

    void end(EndReason reason) {
        events.add(new Event.TurnEnded("turn" + turn, reason));
    }

    @Override
    public void follow(String session, long after, Consumer<Envelope> sink)
            throws InterruptedException {
        for (var number = 1; ; number++) {
            sink.accept(new Envelope(Instant.EPOCH, "echo", "n", number, events.take(), null));
        }
    }

    @Override
    public boolean isShared() {
        return isShared;
    }
}
