package dev.parley.provider.claude;

import dev.parley.event.Event;
import dev.parley.provider.shared.MessageBlocks;

import tools.jackson.databind.JsonNode;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The pieces in which a message comes, under the id it will have when it is whole. Newer versions
/// name it in every piece, older ones (seen with 2.1.277) only where the message begins.
final class ClaudePieces {
    /// The message each agent is saying, ours or a subagent's.
    private final Map<String, String> begun = new HashMap<>();

    Optional<Event> hear(JsonNode message) {
        var event = message.path("event");
        var agent = message.path("parent_tool_use_id").asString("");
        if (event.path("type").asString("").equals("message_start")) {
            begun.put(agent, event.path("message").path("id").asString(""));
        }
        return MessageBlocks.piece(
                event, message.path("api_message_id").asString(begun.getOrDefault(agent, "")));
    }
}
