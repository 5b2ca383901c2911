package dev.parley.provider.acp;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.event.Intent;
import dev.parley.provider.AcpOptions;
import dev.parley.wire.JsonRpc;
import dev.parley.wire.LiveStep;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The permissions the agent waits for in one conversation. What is chosen holds once, or until the
/// session ends; an option that would be written into somebody's settings never is. An answer to
/// [Action.Decide] is told by whoever decided; what ends otherwise is told here.
final class AcpApprovals {
    private record Open(
            JsonNode rpcId,
            String requestId,
            AcpTool tool,
            JsonNode input,
            List<JsonNode> options) {
        JsonNode questions() {
            return input.path("questions");
        }

        Stream<JsonNode> ofKind(String kind) {
            return options.stream().filter(each -> each.path("kind").asString("").equals(kind));
        }
    }

    private final String conversation;
    private final AcpOptions quirks;
    private final Map<String, Open> open = new LinkedHashMap<>();
    private int count;

    AcpApprovals(String conversation, AcpOptions quirks) {
        this.conversation = conversation;
        this.quirks = quirks;
    }

    /// @param turnId what the request's id begins with: the agent's own numbers begin anew with
    ///   each process
    LiveStep requested(String turnId, JsonRpc.Request request, AcpTool tool) {
        return ask(
                new Open(
                        request.id(),
                        turnId + "-a" + ++count,
                        tool,
                        tool.question(),
                        request.params().path("options").valueStream().toList()));
    }

    /// The answer that permits it this once, where the agent offers that.
    static Optional<JsonRpc.Response> allowedOnce(JsonRpc.Request request) {
        return request.params()
                .path("options")
                .valueStream()
                .filter(option -> option.path("kind").asString("").equals("allow_once"))
                .findFirst()
                .map(option -> new JsonRpc.Response(request.id(), selected(option)));
    }

    private LiveStep ask(Open asked) {
        open.put(asked.requestId(), asked);
        return LiveStep.emit(
                conversation,
                new Event.ApprovalRequested(
                        asked.requestId(),
                        asked.tool().name(),
                        asked.tool().description(),
                        asked.input(),
                        decisions(asked)));
    }

    /// The agent told more about a call than it did when it asked: what is waiting is asked anew,
    /// under another id, so that no answer to the old question counts for the new one.
    LiveStep grow(Path cwd) {
        var step = LiveStep.NOTHING;
        for (var asked : List.copyOf(open.values())) {
            var now = asked.tool().question();
            if (!meansTheSame(asked.input(), now, cwd)) {
                open.remove(asked.requestId());
                var anew =
                        new Open(
                                asked.rpcId(),
                                asked.requestId() + "." + ++count,
                                asked.tool(),
                                now,
                                asked.options());
                step = step.and(withdraw(asked)).and(ask(anew));
            }
        }
        return step;
    }

    /// Where it says what would be done, nothing else matters.
    private static boolean meansTheSame(JsonNode before, JsonNode now, Path cwd) {
        var intent = Intent.of(before, cwd);
        return intent.isKnown() ? intent.equals(Intent.of(now, cwd)) : before.equals(now);
    }

    private List<String> decisions(Open asked) {
        var decisions = new ArrayList<String>();
        decisions.add("allow");
        if (forSession(asked).isPresent()) {
            decisions.add("allow_for_session");
        }
        decisions.add("deny");
        return decisions;
    }

    LiveStep decided(Action.Decide decide) {
        var asked = open.get(decide.requestId());
        if (asked == null) {
            return LiveStep.emit(
                    conversation,
                    Event.Failed.warning(
                            "Nobody waits for the answer to "
                                    + decide.requestId()
                                    + " any more: the turn went on without it.",
                            "approval_gone"));
        }
        return switch (decide.decision()) {
            case DENY -> deny(asked, decide.reason());
            case ALLOW -> allow(asked, once(asked, decide.input()), decide.input());
            case ALLOW_FOR_SESSION ->
                    allow(
                            asked,
                            forSession(asked).or(() -> once(asked, decide.input())),
                            decide.input());
        };
    }

    private LiveStep deny(Open asked, @Nullable String reason) {
        asked.tool().refuse(reason == null || reason.isBlank() ? "Refused." : "Refused: " + reason);
        return asked.ofKind("reject_once")
                .findFirst()
                .map(option -> close(asked, selected(option)))
                .orElseGet(() -> close(asked, cancelled()));
    }

    private LiveStep allow(Open asked, Optional<JsonNode> option, @Nullable JsonNode input) {
        if (option.isEmpty()) {
            return LiveStep.emit(
                    conversation,
                    Event.Failed.warning(
                            asked.questions().isArray()
                                    ? "The agent asks a question: answer it with one of its options, or deny."
                                    : "The agent offers nothing that would hold only once. Deny it.",
                            "approval_impossible"));
        }
        var result = selected(option.get());
        if (quirks.answersBeside() && asked.questions().isArray()) {
            result.set("answers", AcpAnswers.byIndex(asked.questions(), input));
        }
        return close(asked, result);
    }

    /// An agent that puts its answers into the options has several that allow.
    private static Optional<JsonNode> once(Open asked, @Nullable JsonNode input) {
        var options = asked.ofKind("allow_once").toList();
        if (options.size() < 2) {
            return options.stream().findFirst();
        }
        var answers = AcpAnswers.texts(input);
        return options.stream()
                .filter(option ->
                        answers.contains(option.path("name").asString(""))
                                || answers.contains(option.path("optionId").asString("")))
                .findFirst();
    }

    private Optional<JsonNode> forSession(Open asked) {
        return asked.ofKind("allow_always")
                .filter(option ->
                        quirks.sessionOptions().contains(option.path("optionId").asString("")))
                .findFirst();
    }

    /// The turn is interrupted: the agent may wait for these answers before it ends.
    LiveStep cancel() {
        return List.copyOf(open.values()).stream()
                .map(asked -> close(asked, cancelled()).and(withdraw(asked)))
                .reduce(LiveStep.NOTHING, LiveStep::and);
    }

    /// The agent no longer waits.
    LiveStep closeAll() {
        var gone = List.copyOf(open.values());
        open.clear();
        return gone.stream().map(asked -> withdraw(asked)).reduce(LiveStep.NOTHING, LiveStep::and);
    }

    private LiveStep withdraw(Open asked) {
        return LiveStep.emit(
                conversation,
                new Event.ApprovalAnswered(asked.requestId(), asked.tool().name(), false, "agent"));
    }

    private LiveStep close(Open asked, ObjectNode result) {
        open.remove(asked.requestId());
        return LiveStep.send(new JsonRpc.Response(asked.rpcId(), result).line());
    }

    private static ObjectNode selected(JsonNode option) {
        var result = Json.object();
        result.putObject("outcome")
                .put("outcome", "selected")
                .put("optionId", option.path("optionId").asString(""));
        return result;
    }

    static ObjectNode cancelled() {
        var result = Json.object();
        result.putObject("outcome").put("outcome", "cancelled");
        return result;
    }
}
