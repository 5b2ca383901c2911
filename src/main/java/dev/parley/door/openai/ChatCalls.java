package dev.parley.door.openai;

import dev.parley.base.json.Json;
import dev.parley.work.call.ClientFunction;
import dev.parley.work.call.FunctionCall;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;

/// Calls of functions as chats have them.
final class ChatCalls {
    private ChatCalls() {}

    static ObjectNode of(FunctionCall call) {
        return Json.object()
                .put("id", call.id())
                .put("type", type(call))
                .set(type(call), body(call, call.arguments()));
    }

    /// A call comes in two: who is called, then the arguments.
    static List<ObjectNode> deltas(int index, FunctionCall call) {
        var head = Json.object().put("index", index).put("id", call.id()).put("type", type(call));
        head.set(type(call), body(call, ""));
        var rest = Json.object().put("index", index);
        rest.set(type(call), Json.object().put(argument(call), call.arguments()));
        return List.of(delta(head), delta(rest));
    }

    private static ObjectNode delta(ObjectNode call) {
        var delta = Json.object();
        delta.putArray("tool_calls").add(call);
        return delta;
    }

    private static ObjectNode body(FunctionCall call, String arguments) {
        return Json.object().put("name", call.name()).put(argument(call), arguments);
    }

    private static String type(FunctionCall call) {
        return call.takesText() ? "custom" : "function";
    }

    private static String argument(FunctionCall call) {
        return call.takesText() ? ClientFunction.INPUT : "arguments";
    }

    /// The calls of an earlier message.
    ///
    /// @param place of the list in the request
    static List<FunctionCall> read(JsonNode list, String place) {
        if (list.isMissingNode() || list.isNull()) {
            return List.of();
        }
        if (!list.isArray()) {
            throw Parameters.wrongType(place, "an array");
        }
        var calls = new ArrayList<FunctionCall>();
        for (var at = 0; at < list.size(); at++) {
            calls.add(call(list.get(at), place + "[" + at + "]"));
        }
        return calls;
    }

    private static FunctionCall call(JsonNode call, String place) {
        var isCustom = call.path("type").asString("function").equals("custom");
        var body = call.path(isCustom ? "custom" : "function");
        return new FunctionCall(
                Parameters.text(call, "id", place),
                null,
                Parameters.text(body, "name", place + (isCustom ? ".custom" : ".function")),
                body.path(isCustom ? ClientFunction.INPUT : "arguments").asString(""),
                isCustom);
    }
}
