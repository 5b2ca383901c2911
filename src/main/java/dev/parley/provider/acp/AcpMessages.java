package dev.parley.provider.acp;

import dev.parley.base.json.JsonPath;
import dev.parley.event.Event;
import dev.parley.provider.AcpOptions;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Puts the pieces of messages together. A message ends where the agent names another, thinks or
/// uses a tool; most agents name none, so ids are invented.
final class AcpMessages {
    /// A message of more characters is told in parts: it is kept in memory until it ends.
    private static final int LONGEST = 4 * 1024 * 1024;

    /// No model writes so much at once: such a piece is a message in itself, and told as that only.
    /// Told as a piece as well, it would be stored twice.
    private static final int LONGEST_PIECE = 1024 * 1024;

    private final List<Pattern> noise;
    private final boolean hasWholeThoughts;
    private StringBuilder text = new StringBuilder();
    private String prefix = "agent";
    private int count;
    private @Nullable String id;
    private @Nullable String thoughtId;
    private @Nullable String nativeId;

    AcpMessages(AcpOptions options) {
        noise = options.noise().stream().map(Pattern::compile).toList();
        hasWholeThoughts = options.wholeThoughts();
    }

    /// @param turnId what the ids of the messages begin with, so that they are unique
    void begin(String turnId) {
        prefix = turnId;
        count = 0;
    }

    List<Event> say(JsonNode update) {
        var piece = piece(update.path("content"));
        if (piece.isEmpty() || noise.stream().anyMatch(each -> each.matcher(piece).matches())) {
            return List.of();
        }
        var events = new ArrayList<Event>();
        var named = JsonPath.text(update, "messageId").orElse(null);
        var isWhole = piece.length() > LONGEST_PIECE;
        if (id != null && (isWhole || (named != null && !named.equals(nativeId)))) {
            events.addAll(end());
        }
        if (isWhole) {
            thoughtId = null;
            events.add(new Event.AssistantSaid(piece, nextId()));
            return events;
        }
        if (id == null) {
            id = named == null ? nextId() : named;
            nativeId = named;
        }
        thoughtId = null;
        text.append(piece);
        events.add(new Event.AssistantStreamed(piece, id));
        if (text.length() > LONGEST) {
            events.addAll(endMessage());
        }
        return events;
    }

    List<Event> think(JsonNode update) {
        var piece = piece(update.path("content"));
        if (piece.isEmpty()) {
            return List.of();
        }
        var events = new ArrayList<>(endMessage());
        if (hasWholeThoughts) {
            events.add(Event.Thought.whole(piece));
        } else {
            thoughtId =
                    JsonPath.text(update, "messageId")
                            .orElse(thoughtId == null ? nextId() : thoughtId);
            events.add(new Event.Thought(piece, true, thoughtId));
        }
        return events;
    }

    /// What is being written or thought, if anything, is whole.
    List<Event> end() {
        thoughtId = null;
        return endMessage();
    }

    private List<Event> endMessage() {
        if (id == null) {
            return List.of();
        }
        var said = new Event.AssistantSaid(text.toString(), id);
        text = new StringBuilder(); // an emptied one would keep the memory of the longest message
        id = null;
        nativeId = null;
        return List.of(said);
    }

    private String nextId() {
        return prefix + "-m" + ++count;
    }

    private static String piece(JsonNode content) {
        return switch (content.path("type").asString("")) {
            case "text" -> content.path("text").asString("");
            case "resource_link" -> content.path("uri").asString("");
            case "resource" -> content.path("resource").path("text").asString("");
            default -> "";
        };
    }
}
