package dev.parley.door.openai;

import dev.parley.api.ApiKey;
import dev.parley.work.call.ChatMessage;
import dev.parley.work.call.ChatMessage.Role;
import dev.parley.work.call.ClientFunction;
import dev.parley.work.call.FunctionCall;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads the items of a response's input: messages, calls of functions and their results. Calls
/// that follow each other belong to one message of the assistant, as in chats.
///
/// @param items what an item may refer to
record ResponseInput(Optional<ApiKey> key, ResponseItems items) {
    private static final String NAME = "input";

    /// @param isPart the rest is known already
    List<ChatMessage> read(JsonNode list, boolean isPart) {
        var messages = new ArrayList<ChatMessage>();
        var called = new HashSet<String>();
        for (var at = 0; at < Parameters.list(list, NAME).size(); at++) {
            var item = list.get(at);
            var place = NAME + "[" + at + "]";
            if (!item.isObject()) {
                throw Parameters.wrongType(place, "an object");
            }
            switch (item.path("type").asString("message")) {
                case "message" -> messages.add(ChatMessages.said(item, place, List.of()));
                case "function_call" -> add(call(item, place, false), messages, called);
                case "custom_tool_call" -> add(call(item, place, true), messages, called);
                case "function_call_output", "custom_tool_call_output" ->
                        messages.add(result(item, place, isPart ? Set.of() : called, isPart));
                case "item_reference" -> messages.add(referred(item, place));
                case "reasoning" -> {} // no agent is told what another one thought
                case String other ->
                        throw ApiError.unsupported(
                                place, "Items of type '" + other + "' are not understood.");
            }
        }
        ChatMessages.checkAsks(messages, NAME);
        return messages;
    }

    private static FunctionCall call(JsonNode item, String place, boolean takesText) {
        var group = item.path("namespace").asString(null);
        return new FunctionCall(
                Parameters.text(item, "call_id", place),
                group,
                Parameters.text(item, "name", place),
                item.path(takesText ? ClientFunction.INPUT : "arguments").asString(""),
                takesText);
    }

    private static void add(FunctionCall call, List<ChatMessage> messages, Set<String> called) {
        called.add(call.id());
        var calls = new ArrayList<FunctionCall>();
        var text = "";
        if (!messages.isEmpty() && messages.getLast().role() == Role.ASSISTANT) {
            var said = messages.removeLast();
            text = said.text();
            calls.addAll(said.calls());
        }
        calls.add(call);
        messages.add(ChatMessage.calling(text, calls));
    }

    private static ChatMessage result(
            JsonNode item, String place, Set<String> called, boolean isPart) {
        var id = Parameters.text(item, "call_id", place);
        if (!isPart && !called.contains(id)) {
            throw ApiError.wrong(
                    place + ".call_id",
                    "No tool call found for function call output with call_id " + id + ".",
                    "Send the call as well, or previous_response_id.");
        }
        return ChatMessage.result(
                id, MessageContent.result(item.path("output"), place + ".output"));
    }

    private ChatMessage referred(JsonNode item, String place) {
        var id = Parameters.text(item, "id", place);
        return items.find(key, id)
                .orElseThrow(() ->
                        ApiError.wrong(
                                place + ".id",
                                "Item with id '" + id + "' not found.",
                                "Parley remembers items until it stops, but not with \"store\": false. Send the item itself."));
    }
}
