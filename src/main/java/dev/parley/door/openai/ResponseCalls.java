package dev.parley.door.openai;

import dev.parley.base.json.Json;
import dev.parley.work.call.ClientFunction;
import dev.parley.work.call.FunctionCall;

import tools.jackson.databind.node.ObjectNode;

/// Calls of functions as items of a response.
final class ResponseCalls {
    private ResponseCalls() {}

    static ObjectNode begun(FunctionCall call) {
        return item(call, "in_progress", "");
    }

    static ObjectNode done(FunctionCall call) {
        return item(call, "completed", call.arguments());
    }

    private static ObjectNode item(FunctionCall call, String status, String arguments) {
        var item =
                Json.object()
                        .put("id", itemId(call))
                        .put("type", call.takesText() ? "custom_tool_call" : "function_call")
                        .put("status", status)
                        .put("call_id", call.id())
                        .put("name", call.name())
                        .put(argument(call), arguments);
        if (call.group() != null) {
            item.put("namespace", call.group());
        }
        return item;
    }

    static String itemId(FunctionCall call) {
        return (call.takesText() ? "ctc_" : "fc_") + call.id().replace("call_", "");
    }

    static String argument(FunctionCall call) {
        return call.takesText() ? ClientFunction.INPUT : "arguments";
    }

    /// What the events of its argument are called.
    static String eventName(FunctionCall call) {
        return call.takesText()
                ? "response.custom_tool_call_input"
                : "response.function_call_arguments";
    }
}
