package dev.parley.work.room;

import dev.parley.api.Agent;
import dev.parley.api.Room;
import dev.parley.event.Action;

import java.util.List;
import java.util.Optional;

/// Who answers for an agent. Waits on the calling thread; interrupting it ends the turn.
interface Speaker {
    /// What is said to an agent.
    ///
    /// @param session the thread to go on with
    /// @param identity who it is
    record Task(
            Room room,
            Agent agent,
            Optional<String> session,
            String identity,
            String prompt,
            List<Action.Image> images) {}

    /// Whether it remembers what it was told; otherwise it is told everything each time.
    boolean remembers();

    /// Everything that cannot change while a thread goes on.
    String fingerprint(Room room, Agent agent);

    /// @throws ThreadLost when the thread to go on with is not there any more
    Spoken speak(Task task, TurnListener listener) throws InterruptedException;

    /// A thread that nobody knows any more: it begins anew, from the transcript.
    final class ThreadLost extends RuntimeException {
        ThreadLost(Throwable cause) {
            super(cause);
        }
    }
}
