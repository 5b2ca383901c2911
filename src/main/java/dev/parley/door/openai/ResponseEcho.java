package dev.parley.door.openai;

import dev.parley.base.json.Json;

import tools.jackson.databind.node.ObjectNode;

/// The part of a response that repeats what was asked for, with OpenAI's defaults in the gaps.
final class ResponseEcho {
    private ResponseEcho() {}

    static ObjectNode of(Parameters parameters) {
        var echo = Json.object();
        for (var name :
                new String[] {
                    "instructions",
                    "max_output_tokens",
                    "previous_response_id",
                    "temperature",
                    "top_p",
                    "user"
                }) {
            echo.set(name, parameters.get(name).isMissingNode() ? null : parameters.get(name));
        }
        echo.put("parallel_tool_calls", parameters.flagOr(true, "parallel_tool_calls"));
        echo.put("store", parameters.flagOr(true, "store"));
        echo.put("truncation", parameters.text("truncation").orElse("disabled"));
        var choice = parameters.get("tool_choice");
        echo.set("tool_choice", Parameters.isAbsent(choice) ? Json.tree("auto") : choice);
        var tools = parameters.get("tools");
        echo.set("tools", tools.isArray() ? tools : Json.array());
        var effort = parameters.get("reasoning").path("effort");
        echo.putObject("reasoning")
                .put("effort", effort.isString() ? effort.asString() : null)
                .putNull("summary");
        var format = parameters.get("text").path("format");
        echo.putObject("text")
                .set("format", format.isObject() ? format : Json.object().put("type", "text"));
        var metadata = parameters.get("metadata");
        echo.set("metadata", metadata.isObject() ? metadata : Json.object());
        return echo;
    }
}
