package dev.parley.provider.kimi;

import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.sessionfile.Branches;
import dev.parley.sessionfile.LineReader;
import dev.parley.sessionfile.SessionBuilder;
import dev.parley.sessionfile.scan.Line;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.BitSet;

/// `wire.jsonl` of the Python program: what it told its own user interface. Files from before 24
/// January 2026 have no header.
final class KimiWireLines extends LineReader {
    private final Branches branches = new Branches();
    // Its arguments may follow in pieces.
    private @Nullable ObjectNode call;

    KimiWireLines(SessionBuilder builder) {
        super(builder);
    }

    @Override
    protected void hear(JsonNode line, Line raw) {
        builder.node(branches.append(null));
        if (line.path("type").asString("").equals("metadata")) {
            return;
        }
        var seconds = line.path("timestamp");
        builder.at(builder.values().seconds(seconds));
        var message = line.path("message");
        var type = message.path("type").asString("");
        var payload = message.path("payload");
        if (type.equals("ToolCallPart")) {
            onCallPart(payload);
            return;
        }
        tellCall();
        switch (type) {
            case "TurnBegin", "SteerInput" -> onPrompt(payload.path("user_input"));
            case "ContentPart" -> KimiParts.part(payload, null).ifPresent(builder::add);
            case "ToolCall" -> call = payload.isObject() ? (ObjectNode) payload.deepCopy() : null;
            case "ToolResult" -> onResult(payload);
            case "StatusUpdate" -> onStatus(payload, seconds);
            case "SubagentEvent" -> onSubagent(payload.path("event"), seconds);
            case "CompactionEnd" -> builder.compacted();
            case "StepInterrupted" ->
                    builder.add(Event.Failed.warning("The turn was stopped.", "interrupted"));
            case "StepBegin", "StepRetry", "TurnEnd", "CompactionBegin", "ApprovalRequest" -> {}
            case "ApprovalResponse", "ApprovalRequestResolved", "MCPLoadingBegin" -> {}
            case "MCPLoadingEnd", "QuestionRequest", "Notification", "PlanDisplay" -> {}
            case "HookTriggered", "HookResolved", "BtwBegin", "BtwEnd", "ToolCallRequest" -> {}
            default -> builder.unknown(raw, "message type " + type);
        }
    }

    private void onPrompt(JsonNode input) {
        builder.addStart();
        builder.add(new Event.UserSaid(KimiParts.text(input), null));
    }

    private void onCallPart(JsonNode part) {
        if (call != null && call.path("function") instanceof ObjectNode function) {
            function.put(
                    "arguments",
                    function.path("arguments").asString("")
                            + part.path("arguments_part").asString(""));
        }
    }

    private void tellCall() {
        if (call != null) {
            builder.add(KimiParts.called(call));
            call = null;
        }
    }

    private void onResult(JsonNode result) {
        var value = result.path("return_value");
        var output = KimiParts.text(value.path("output"));
        builder.add(
                new Event.ToolReturned(
                        result.path("tool_call_id").asString(""),
                        null,
                        output.isBlank() ? value.path("message").asString("") : output,
                        value.path("is_error").asBoolean(false),
                        null));
    }

    /// The tokens of one request. The context's size stands there too, which is no usage.
    private void onStatus(JsonNode status, JsonNode time) {
        var usage = status.path("token_usage");
        if (!usage.isObject()) {
            return;
        }
        var values = builder.values();
        var written = values.tokens(usage.path("input_cache_creation"));
        var cached = values.tokens(usage.path("input_cache_read"));
        builder.count(
                status.path("message_id").asString(builder.nativeId() + "@" + time.asString("")),
                builder.model(),
                new Usage(
                        values.tokens(usage.path("input_other")) + written + cached,
                        values.tokens(usage.path("output")),
                        cached,
                        null,
                        null),
                written);
    }

    /// A subagent's conversation is its own; its tokens are the session's.
    private void onSubagent(JsonNode event, JsonNode time) {
        if (event.path("type").asString("").equals("StatusUpdate")) {
            onStatus(event.path("payload"), time);
        }
    }

    @Override
    protected BitSet active() {
        return branches.active();
    }
}
