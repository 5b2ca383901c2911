package dev.parley.provider.demo;

import dev.parley.wire.JsonRpc;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// The client at the other end: what the agent tells and asks it. For any thread.
final class DemoPeer {
    private final DemoLines out;
    private final AtomicLong lastId = new AtomicLong();
    private final Map<JsonNode, CompletableFuture<JsonNode>> questions = new ConcurrentHashMap<>();

    DemoPeer(DemoLines out) {
        this.out = out;
    }

    void send(JsonRpc.Message message) {
        out.print(message.line());
    }

    /// A line that is no message.
    void babble(String line) {
        out.print(line);
    }

    void update(String sessionId, ObjectNode update) {
        send(
                new JsonRpc.Notification(
                        "session/update", DemoAcpJson.inSession(sessionId).set("update", update)));
    }

    /// Asks; the answer is what the client gives as the result, or a missing node for an error.
    Question ask(String method, JsonNode params) {
        var question =
                new Question(JsonRpc.id(lastId.incrementAndGet()), new CompletableFuture<>());
        questions.put(question.id, question.answer);
        send(new JsonRpc.Request(question.id, method, params));
        return question;
    }

    /// Takes an answer. One to a question that is no longer open is too late, and forgotten.
    void answered(JsonNode id, JsonNode result) {
        var answer = questions.remove(id);
        if (answer != null) {
            answer.complete(result);
        }
    }

    void forget(Question question) {
        questions.remove(question.id);
    }

    record Question(JsonNode id, CompletableFuture<JsonNode> answer) {}
}
