package dev.parley.work.call;

import dev.parley.event.Envelope;
import dev.parley.event.Event;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// All that an agent says in a turn as one running text: each message once, whether it comes in
/// pieces, whole, or both; a blank line between two. Line ends are held back until more follows.
/// Belongs to the thread that plays the turn.
public final class AnswerText implements Consumer<Envelope> {
    private final Consumer<String> listener;
    private final Map<String, StringBuilder> pieces = new HashMap<>();
    private final StringBuilder text = new StringBuilder();
    private @Nullable String speaking; // the id of the message that was continued last
    private String heldBack = "";

    public AnswerText(Consumer<String> listener) {
        this.listener = listener;
    }

    /// What was said so far.
    public String text() {
        return text.toString();
    }

    @Override
    public void accept(Envelope envelope) {
        if (envelope.event() instanceof Event.AssistantStreamed(var content, var id)) {
            pieces.computeIfAbsent(id, _ -> new StringBuilder()).append(content);
            append(content, id);
        } else if (envelope.event() instanceof Event.AssistantSaid(var content, var id)) {
            append(rest(content, id), id);
        }
    }

    /// The part of a whole message that did not come in pieces before.
    private String rest(String content, @Nullable String id) {
        var before = id == null ? null : pieces.remove(id);
        if (before == null) {
            return content;
        }
        return content.startsWith(before.toString()) ? content.substring(before.length()) : "";
    }

    private void append(String content, @Nullable String id) {
        var isNewMessage = id == null || !id.equals(speaking);
        var end = content.length();
        while (end > 0 && content.charAt(end - 1) == '\n') {
            end--;
        }
        if (end > 0) {
            var gap = isNewMessage && !text.isEmpty() ? "\n\n" : heldBack;
            var spoken = gap + content.substring(0, end);
            heldBack = content.substring(end);
            speaking = id;
            text.append(spoken);
            listener.accept(spoken);
        } else if (!isNewMessage) {
            heldBack += content;
        }
    }
}
