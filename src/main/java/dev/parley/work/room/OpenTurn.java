package dev.parley.work.room;

import dev.parley.api.Room;
import dev.parley.api.RoomEvent;
import dev.parley.api.RoomMember;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;

/// A turn that runs: tells those who watch what its agent does, and ends it when it does too much.
final class OpenTurn implements TurnListener {
    /// What a late follower is shown of it.
    private static final int LONGEST = 100_000;

    private final RoomHost host;
    private final Room room;
    private final String agent;
    private final TurnWatch watch;
    private final StringBuilder writing = new StringBuilder(); // guarded by this
    private String state = "idle"; // guarded by this
    private @Nullable String session; // guarded by this
    private int calls;

    OpenTurn(RoomHost host, Room room, String agent, TurnWatch watch) {
        this.host = host;
        this.room = room;
        this.agent = agent;
        this.watch = watch;
    }

    void state(String now) {
        String thread;
        synchronized (this) {
            if (state.equals(now)) {
                return;
            }
            state = now;
            thread = session;
        }
        host.publish(room.name(), new RoomEvent.Member(agent, now, thread));
    }

    synchronized RoomMember shown(RoomMember member) {
        return new RoomMember(
                member.name(),
                member.provider(),
                member.model(),
                member.avatar(),
                state,
                session == null ? member.session() : session,
                member.seen(),
                member.sentTokens(),
                writing.isEmpty() ? null : writing.toString());
    }

    @Override
    public void began(String thread) {
        synchronized (this) {
            session = thread.isEmpty() ? null : thread;
            writing.setLength(0);
        }
        var seconds = room.limits().turnSeconds();
        watch.begin(
                Duration.ofSeconds(seconds), "its turn took longer than " + seconds + " seconds.");
        state("thinking");
    }

    @Override
    public void wrote(String piece) {
        synchronized (this) {
            if (writing.length() < LONGEST) {
                writing.append(piece);
            }
        }
        state("writing");
        host.publish(room.name(), new RoomEvent.Piece(agent, piece));
    }

    @Override
    public void thought(String piece) {
        state("thinking");
        host.publish(room.name(), new RoomEvent.Thought(agent, piece));
    }

    @Override
    public void called(String callId, String tool, JsonNode arguments) {
        state("calling");
        host.publish(room.name(), new RoomEvent.ToolCalled(agent, callId, tool, arguments));
        calls++;
        if (calls > room.limits().toolCalls()) {
            watch.end("it called more than " + room.limits().toolCalls() + " tools in one turn.");
        }
    }

    @Override
    public void returned(String callId, boolean isError) {
        state("thinking");
        host.publish(room.name(), new RoomEvent.ToolReturned(agent, callId, isError));
    }
}
