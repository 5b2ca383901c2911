package dev.parley.work.run;

import dev.parley.event.Event;

import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.Set;

/// How much an agent has said and shown in a turn, in characters. What a protocol repeats counts
/// once: a message that came in pieces and comes whole again, the frames around every piece.
final class SaidSoFar {
    private final Set<String> streamed = new HashSet<>();
    private long characters;

    long characters() {
        return characters;
    }

    void add(Event event) {
        characters +=
                switch (event) {
                    case Event.AssistantStreamed(var content, var id) -> piece(content, id);
                    case Event.AssistantSaid(var content, var id) -> whole(content, id);
                    case Event.Thought(var content, var isDelta, var id) ->
                            Boolean.TRUE.equals(isDelta)
                                    ? piece(content, "thought " + id)
                                    : whole(content, "thought " + id);
                    case Event.ToolCalled called -> called.arguments().toString().length();
                    case Event.ToolReturned returned -> returned.output().length();
                    case Event.Unrecognized(var text, _) -> text.length();
                    case Event.AboutSession _,
                            Event.AboutTurn _,
                            Event.UserSaid _,
                            Event.AboutApproval _,
                            Event.TokensUsed _,
                            Event.Failed _ ->
                            0;
                };
    }

    private long piece(String content, String id) {
        streamed.add(id);
        return content.length();
    }

    private long whole(String content, @Nullable String id) {
        return id != null && streamed.remove(id) ? 0 : content.length();
    }
}
