package dev.parley.store;

import dev.parley.api.Agent;
import dev.parley.api.Finding;
import dev.parley.api.Room;
import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMessage;
import dev.parley.api.RoomMode;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// What is kept of rooms and of agents that are no files. Calls wait for the store. Thread-safe.
public interface RoomStore {
    /// The thread of an agent in a room.
    ///
    /// @param session its live session; absent before it has one, and for model APIs
    /// @param seen the number of the last message it was told of
    /// @param fingerprint of all that its session was started with
    /// @param sentTokens about how many tokens it was told so far
    record Seat(
            String room,
            String agent,
            @Nullable String session,
            long seen,
            String fingerprint,
            long sentTokens) {}

    /// What agents talk about, as it was when they began: whoever plays it again with what the
    /// transcript has comes to where they are.
    ///
    /// @param message of a person, which they talk about
    /// @param after the number of the last message when it began: what comes behind it belongs to
    ///   it
    /// @param firstFinding the number of the first finding that it brings
    /// @param over nothing more is to be said about it
    record Begun(
            long message,
            long after,
            RoomMode mode,
            List<String> agents,
            RoomLimits limits,
            int firstFinding,
            boolean over) {
        public Begun {
            agents = List.copyOf(agents);
        }

        public Begun ended() {
            return new Begun(message, after, mode, agents, limits, firstFinding, true);
        }
    }

    /// Whether anything was ever stored. Opens nothing.
    boolean exists();

    /// @return false when there is one of that name
    boolean insert(Room room) throws InterruptedException;

    Optional<Room> find(String name) throws InterruptedException;

    /// The one that was used last comes first.
    List<Room> list() throws InterruptedException;

    /// Forgets a room with all that belongs to it.
    boolean delete(String name) throws InterruptedException;

    /// Changes a room in one transaction.
    Optional<Room> update(String name, UnaryOperator<Room> change) throws InterruptedException;

    /// Takes a room for this process, so that no other one runs turns in it.
    ///
    /// @return the process that has it, unless it is free or its owner is gone
    Optional<OwnerProcess> claim(String name) throws InterruptedException;

    void release(String name) throws InterruptedException;

    /// Those that run, as they say, and whose process is gone.
    List<Room> abandoned() throws InterruptedException;

    /// Adds to the transcript and to what the room knows of it.
    ///
    /// @param change what else of the room changes with it
    /// @return with its number
    RoomMessage append(String room, RoomMessage message, UnaryOperator<Room> change)
            throws InterruptedException;

    /// The oldest first. Fewer than there are where pictures make them large, but one at least.
    List<RoomMessage> after(String room, long number, int limit) throws InterruptedException;

    /// The newest part of what came after a number, the oldest first. Pictures are without their
    /// data.
    List<RoomMessage> newest(String room, long after, int limit) throws InterruptedException;

    Optional<Seat> seat(String room, String agent) throws InterruptedException;

    List<Seat> seats(String room) throws InterruptedException;

    void put(Seat seat) throws InterruptedException;

    /// What was talked about last.
    Optional<Begun> begun(String room) throws InterruptedException;

    void put(String room, Begun begun) throws InterruptedException;

    List<Finding> findings(String room) throws InterruptedException;

    void put(String room, List<Finding> findings) throws InterruptedException;

    List<Agent> agents() throws InterruptedException;

    void put(Agent agent) throws InterruptedException;

    boolean deleteAgent(String name) throws InterruptedException;
}
