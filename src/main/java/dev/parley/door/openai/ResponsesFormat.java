package dev.parley.door.openai;

import dev.parley.base.json.Json;
import dev.parley.door.http.Response.ServerEvent;
import dev.parley.event.Usage;
import dev.parley.work.call.CallResult;
import dev.parley.work.call.ChatMessage;
import dev.parley.work.call.FunctionCall;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// One response in the shapes of OpenAI's Responses API, whole or as its events.
final class ResponsesFormat implements AnswerFormat {
    private final ResponseRequest request;
    private final ResponseItems items;
    private final long created;
    private final String messageId = "msg_" + UUID.randomUUID().toString().replace("-", "");
    private int sequence;
    private boolean isSpeaking;

    ResponsesFormat(ResponseRequest request, ResponseItems items, Instant now) {
        this.request = request;
        this.items = items;
        this.created = now.getEpochSecond();
    }

    @Override
    public String schemaParameter() {
        return "text.format";
    }

    @Override
    public ObjectNode whole(String answer, CallResult result) {
        var output = new ArrayList<ObjectNode>();
        if (!answer.isEmpty() || result.functionCalls().isEmpty()) {
            output.add(message("completed", answer));
            if (request.store()) {
                var said = new ChatMessage(ChatMessage.Role.ASSISTANT, answer);
                items.keep(request.call().key(), messageId, said);
            }
        }
        result.functionCalls().forEach(call -> output.add(ResponseCalls.done(call)));
        return Extras.add(response("completed", output, result), result, request.ignored());
    }

    @Override
    public List<ServerEvent> opening() {
        return List.of(
                event("response.created")
                        .with("response", response("in_progress", List.of(), null)),
                event("response.in_progress")
                        .with("response", response("in_progress", List.of(), null)));
    }

    @Override
    public List<ServerEvent> piece(String text) {
        var events = new ArrayList<ServerEvent>();
        if (!isSpeaking) {
            isSpeaking = true;
            events.add(
                    event("response.output_item.added")
                            .put("output_index", 0)
                            .with("item", message("in_progress", null)));
            events.add(inContent("response.content_part.added").with("part", part("")));
        }
        var event = inContent("response.output_text.delta");
        event.body.put("delta", text).putArray("logprobs");
        events.add(event.done());
        return events;
    }

    @Override
    public List<ServerEvent> closing(String text, CallResult result) {
        var events = new ArrayList<ServerEvent>();
        if (isSpeaking) {
            var done = inContent("response.output_text.done");
            done.body.put("text", text).putArray("logprobs");
            events.add(done.done());
            events.add(inContent("response.content_part.done").with("part", part(text)));
            events.add(
                    event("response.output_item.done")
                            .put("output_index", 0)
                            .with("item", message("completed", text)));
        }
        var index = isSpeaking ? 1 : 0;
        for (var call : result.functionCalls()) {
            events.addAll(calling(call, index++));
        }
        events.add(event("response.completed").with("response", whole(text, result)));
        return events;
    }

    private List<ServerEvent> calling(FunctionCall call, int index) {
        var added =
                event("response.output_item.added")
                        .put("output_index", index)
                        .with("item", ResponseCalls.begun(call));
        var name = ResponseCalls.eventName(call);
        var delta = event(name + ".delta").put("item_id", ResponseCalls.itemId(call));
        delta.put("output_index", index).put("delta", call.arguments());
        var done = event(name + ".done").put("item_id", ResponseCalls.itemId(call));
        done.put("output_index", index).put(ResponseCalls.argument(call), call.arguments());
        var ended =
                event("response.output_item.done")
                        .put("output_index", index)
                        .with("item", ResponseCalls.done(call));
        return List.of(added, delta.done(), done.done(), ended);
    }

    @Override
    public List<ServerEvent> failure(ApiError error, boolean hasBegun) {
        var events = new ArrayList<ServerEvent>();
        if (!hasBegun) {
            events.add(
                    event("response.created")
                            .with("response", response("in_progress", List.of(), null)));
        }
        var failed = response("failed", List.of(), null);
        failed.set("error", error.body().put("code", "server_error"));
        events.add(event("response.failed").with("response", failed));
        return events;
    }

    private ObjectNode response(
            String status, List<ObjectNode> items, @Nullable CallResult result) {
        var response =
                Json.object()
                        .put("id", request.id())
                        .put("object", "response")
                        .put("created_at", created)
                        .put("status", status)
                        .putNull("error")
                        .putNull("incomplete_details")
                        .put("model", request.call().model());
        response.putArray("output").addAll(items);
        response.setAll(request.echo());
        // What a CLI does not count is left out, not made up.
        if (result != null) {
            result.outcome().usage().ifPresent(used -> response.set("usage", usage(used)));
        } else {
            response.putNull("usage");
        }
        return response;
    }

    private ObjectNode message(String status, @Nullable String text) {
        var message =
                Json.object()
                        .put("id", messageId)
                        .put("type", "message")
                        .put("status", status)
                        .put("role", "assistant");
        var content = message.putArray("content");
        if (text != null) {
            content.add(part(text));
        }
        return message;
    }

    private static ObjectNode part(String text) {
        var part = Json.object().put("type", "output_text").put("text", text);
        part.putArray("annotations");
        part.putArray("logprobs");
        return part;
    }

    private static ObjectNode usage(Usage usage) {
        var tokens = Json.object().put("input_tokens", usage.inputTokens());
        // The details are not optional in this API; zero is what OpenAI says of models without.
        tokens.putObject("input_tokens_details").put("cached_tokens", orZero(usage.cachedTokens()));
        tokens.put("output_tokens", usage.outputTokens());
        tokens.putObject("output_tokens_details")
                .put("reasoning_tokens", orZero(usage.reasoningTokens()));
        return tokens.put("total_tokens", usage.inputTokens() + usage.outputTokens());
    }

    private static long orZero(@Nullable Long tokens) {
        return tokens == null ? 0 : tokens;
    }

    private Draft event(String type) {
        return new Draft(type, Json.object().put("type", type).put("sequence_number", sequence++));
    }

    /// An event about the one part of the one message.
    private Draft inContent(String type) {
        return event(type).put("item_id", messageId).put("output_index", 0).put("content_index", 0);
    }

    /// An event in the making.
    private record Draft(String type, ObjectNode body) {
        Draft put(String name, int value) {
            body.put(name, value);
            return this;
        }

        Draft put(String name, String value) {
            body.put(name, value);
            return this;
        }

        ServerEvent with(String name, ObjectNode value) {
            body.set(name, value);
            return done();
        }

        ServerEvent done() {
            return new ServerEvent(type, Json.write(body));
        }
    }
}
