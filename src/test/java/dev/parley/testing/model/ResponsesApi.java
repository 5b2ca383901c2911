package dev.parley.testing.model;

import static dev.parley.testing.model.Json.object;

import dev.parley.testing.model.Turn.Block;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// OpenAI's Responses API: `POST /v1/responses`, as Codex speaks it.
public final class ResponsesApi implements ModelApi {
    @Override
    public boolean serves(String path) {
        return path.equals("/v1/responses");
    }

    @Override
    public Conversation read(String path, JsonNode body) {
        var input = body.path("input");
        var system =
                Stream.of(
                        Json.texts(body.path("instructions")),
                        texts(input, "developer"),
                        texts(input, "system"));
        // In code mode the tools come as an input item instead of a field.
        var tools =
                Stream.concat(
                        body.path("tools").valueStream(),
                        input.valueStream().flatMap(item -> item.path("tools").valueStream()));
        return new Conversation(
                body.path("model").asString(""),
                Json.joined(system.flatMap(texts -> texts)),
                (input.isString() ? Json.texts(input) : texts(input, "user")).toList(),
                texts(input, "assistant").toList(),
                tools.flatMap(tool -> offers("", tool)).toList(),
                input.valueStream()
                        .filter(item -> item.path("type").asString("").endsWith("call_output"))
                        .map(item -> Json.joined(Json.texts(item.path("output"))))
                        .toList(),
                !input.findValues("image_url").isEmpty());
    }

    private static Stream<Conversation.Offer> offers(String prefix, JsonNode tool) {
        var name = tool.path("name").asString("");
        return switch (tool.path("type").asString("")) {
            case "namespace" ->
                    tool.path("tools")
                            .valueStream()
                            .flatMap(inner ->
                                    offers(name.startsWith("mcp__") ? name + "__" : "", inner));
            case "function" ->
                    Stream.of(
                            new Conversation.Offer(prefix + name, tool.path("parameters"), false));
            case "custom" -> Stream.of(new Conversation.Offer(prefix + name, tool, true));
            case String builtIn -> Stream.of(new Conversation.Offer(builtIn, tool, false));
        };
    }

    private static Stream<String> texts(JsonNode input, String role) {
        return input.valueStream()
                .filter(item -> item.path("role").asString("").equals(role) && item.has("content"))
                .flatMap(item -> Json.texts(item.path("content")));
    }

    @Override
    public boolean wantsStream(String path, JsonNode body) {
        return body.path("stream").asBoolean(false);
    }

    @Override
    public boolean isSide(JsonNode body, Conversation conversation, String agent) {
        return conversation.lastUserText().contains("CONTEXT CHECKPOINT COMPACTION");
    }

    @Override
    public Optional<JsonNode> wantedSchema(JsonNode body) {
        return body.at("/text/format/schema").asOptional();
    }

    @Override
    public List<Frame> stream(Turn turn) {
        var frames = new ArrayList<Frame>();
        frames.add(
                Frame.named(
                        object(
                                "type",
                                "response.created",
                                "response",
                                response(turn, "in_progress"))));
        for (int index = 0; index < turn.blocks().size(); index++) {
            var block = turn.blocks().get(index);
            var id = id(turn, index);
            frames.add(item("response.output_item.added", index, item(id, block, true)));
            frames.addAll(deltas(id, index, block));
            // The finished item is what counts for Codex, and the only chunk of a tool call.
            var done = item("response.output_item.done", index, item(id, block, false));
            frames.add(
                    block instanceof Block.Text || block instanceof Block.Thinking
                            ? done
                            : done.chunk());
        }
        var completed = object("type", "response.completed", "response", whole(turn));
        frames.add(Frame.named(completed));
        return frames;
    }

    private static String id(Turn turn, int index) {
        return "item_" + turn.number() + "_" + index;
    }

    private static Frame item(String type, int index, Map<String, Object> item) {
        return Frame.named(object("type", type, "output_index", index, "item", item));
    }

    private static List<Frame> deltas(String id, int index, Block block) {
        return switch (block) {
            case Block.Text(var text) ->
                    Frame.words(text).stream()
                            .map(word ->
                                    object(
                                            "type",
                                            "response.output_text.delta",
                                            "item_id",
                                            id,
                                            "output_index",
                                            index,
                                            "content_index",
                                            0,
                                            "delta",
                                            word))
                            .map(delta -> Frame.named(delta).chunk())
                            .toList();
            case Block.Thinking(var text) ->
                    Stream.concat(
                                    Stream.of(
                                            Frame.named(
                                                    object(
                                                            "type",
                                                            "response.reasoning_summary_part.added",
                                                            "item_id",
                                                            id,
                                                            "output_index",
                                                            index,
                                                            "summary_index",
                                                            0,
                                                            "part",
                                                            object(
                                                                    "type",
                                                                    "summary_text",
                                                                    "text",
                                                                    "")))),
                                    Frame.words(text).stream()
                                            .map(word ->
                                                    object(
                                                            "type",
                                                            "response.reasoning_summary_text.delta",
                                                            "item_id",
                                                            id,
                                                            "output_index",
                                                            index,
                                                            "summary_index",
                                                            0,
                                                            "delta",
                                                            word))
                                            .map(delta -> Frame.named(delta).chunk()))
                            .toList();
            case Block.Call _, Block.FreeCall _ -> List.of();
        };
    }

    private static Map<String, Object> item(String id, Block block, boolean empty) {
        return switch (block) {
            case Block.Text(var text) ->
                    object(
                            "type",
                            "message",
                            "id",
                            id,
                            "role",
                            "assistant",
                            "status",
                            empty ? "in_progress" : "completed",
                            "content",
                            empty
                                    ? List.of()
                                    : List.of(
                                            object(
                                                    "type",
                                                    "output_text",
                                                    "text",
                                                    text,
                                                    "annotations",
                                                    List.of())));
            case Block.Thinking(var text) ->
                    object(
                            "type",
                            "reasoning",
                            "id",
                            id,
                            "encrypted_content",
                            empty ? null : "ZmFrZQ==",
                            "summary",
                            empty
                                    ? List.of()
                                    : List.of(object("type", "summary_text", "text", text)));
            case Block.Call call -> functionCall(id, call, empty);
            case Block.FreeCall(var callId, var name, var input) ->
                    object(
                            "type",
                            "custom_tool_call",
                            "id",
                            id,
                            "status",
                            empty ? "in_progress" : "completed",
                            "call_id",
                            callId,
                            "name",
                            name,
                            "input",
                            empty ? "" : input);
        };
    }

    private static Map<String, Object> functionCall(String id, Block.Call call, boolean empty) {
        var item =
                object(
                        "type",
                        "function_call",
                        "id",
                        id,
                        "status",
                        empty ? "in_progress" : "completed",
                        "call_id",
                        call.id(),
                        "name",
                        call.name(),
                        "arguments",
                        empty ? "" : Json.write(call.input()));
        // Codex knows tools of others by namespace; the flat name is an "unsupported call" to it.
        var split = call.name().lastIndexOf("__");
        if (split > (call.name().startsWith("mcp__") ? 4 : 0)) {
            item.put("namespace", call.name().substring(0, split));
            item.put("name", call.name().substring(split + 2));
        }
        return item;
    }

    private static Map<String, Object> response(Turn turn, String status) {
        return object(
                "id",
                "resp_" + turn.number(),
                "object",
                "response",
                "status",
                status,
                "model",
                turn.model(),
                "output",
                List.of());
    }

    @Override
    public Map<String, Object> whole(Turn turn) {
        var output = new ArrayList<Map<String, Object>>();
        for (int index = 0; index < turn.blocks().size(); index++) {
            output.add(item(id(turn, index), turn.blocks().get(index), false));
        }
        var tokens = turn.tokens();
        var response = response(turn, "completed");
        response.put("output", output);
        response.put(
                "usage",
                object(
                        "input_tokens", tokens.input(),
                        "input_tokens_details", object("cached_tokens", tokens.cached()),
                        "output_tokens", tokens.output(),
                        "output_tokens_details", object("reasoning_tokens", tokens.reasoning()),
                        "total_tokens", tokens.input() + tokens.output()));
        return response;
    }

    @Override
    public Map<String, Object> error(int status, String message) {
        return ChatApi.openAiError(status, message);
    }
}
