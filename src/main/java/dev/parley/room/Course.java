package dev.parley.room;

import dev.parley.api.Room;
import dev.parley.api.RoomMessage;
import dev.parley.api.RoomMode;

/// What follows a message of a person, step by step, until it is over. The host asks for the next
/// step when the one before is done, and tells what came of every turn.
public interface Course {
    Step next();

    void heard(Answer answer);

    /// The course of a mode, within the limits of the room.
    ///
    /// @param firstFinding the number that the next finding of the room gets
    static Course of(RoomMode mode, Room room, RoomMessage message, int firstFinding) {
        var agents = room.agents();
        var limits = room.limits();
        var course =
                switch (mode) {
                    case FREE ->
                            new FreeCourse(
                                    agents, Mentions.in(message.text(), agents), limits.rounds());
                    case REVIEW -> new ReviewCourse(agents, message.number(), firstFinding);
                    case ESTIMATE -> new EstimateCourse(agents);
                    case DEBATE -> new DebateCourse(agents, limits.rounds());
                };
        return new BoundedCourse(course, limits.messages(), limits.turns());
    }
}
