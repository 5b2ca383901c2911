package dev.parley.room;

import dev.parley.api.RoomMessage;
import dev.parley.api.RoomMessage.Kind;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the transcript tells of a course that was cut off: who has spoken in it already, and what
/// the room has said. Each of it is told once, in its order. Belongs to one thread.
public final class Recollection {
    private final List<RoomMessage> left = new ArrayList<>();

    /// A turn that was taken before.
    ///
    /// @param number of the message that came of it
    public record Taken(Answer answer, long number) {}

    /// @param messages what came after the message that is talked about, the oldest first
    public Recollection(List<RoomMessage> messages) {
        messages.stream().filter(message -> message.kind() != Kind.PERSON).forEach(left::add);
    }

    /// What came of a turn that is ordered now, if it was taken before.
    public Optional<Taken> take(Order order) {
        for (var message : left) {
            if (order.agent().equals(who(message)) && order.phase().equals(message.phase())) {
                left.remove(message);
                var answer = new Answer(order.agent(), order.phase(), kind(message), text(message));
                return Optional.of(new Taken(answer, message.number()));
            }
        }
        return Optional.empty();
    }

    /// Whether the room has said this before.
    public boolean takeNote(String text) {
        var said =
                left.stream()
                        .filter(message -> message.kind() == Kind.NOTE && who(message) == null)
                        .filter(message -> message.text().equals(text))
                        .findFirst();
        said.ifPresent(left::remove);
        return said.isPresent();
    }

    private static @Nullable String who(RoomMessage message) {
        return message.kind() == Kind.NOTE ? message.agent() : message.author();
    }

    private static Answer.Kind kind(RoomMessage message) {
        return switch (message.kind()) {
            case PASS -> Answer.Kind.PASSED;
            case NOTE -> Answer.Kind.FAILED;
            case AGENT, PERSON -> Answer.Kind.SAID;
        };
    }

    private static String text(RoomMessage message) {
        return message.kind() == Kind.AGENT ? message.text() : "";
    }
}
