package dev.parley.room;

import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMessage;
import dev.parley.api.RoomMode;

import java.util.List;

/// What follows a message of a person, step by step, until it is over. The host asks for the next
/// step when the one before is done, and tells what came of every turn.
public interface Course {
    Step next();

    void heard(Answer answer);

    /// The course of a mode, within the limits of the room. The same words and answers lead to the
    /// same steps, so that one that was cut off can be played again up to there.
    ///
    /// @param firstFinding the number that the next finding of the room gets
    static Course of(
            RoomMode mode,
            List<String> agents,
            RoomLimits limits,
            RoomMessage message,
            int firstFinding) {
        var course =
                switch (mode) {
                    case FREE -> new FreeCourse(agents, message.text(), limits.rounds());
                    case REVIEW -> new ReviewCourse(agents, message.number(), firstFinding);
                    case ESTIMATE -> new EstimateCourse(agents);
                    case DEBATE -> new DebateCourse(agents, message.text(), limits.rounds());
                };
        return new BoundedCourse(course, limits.messages(), limits.turns());
    }
}
