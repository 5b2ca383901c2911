package dev.parley.work.room;

import dev.parley.session.Sessions;
import dev.parley.store.RoomStore;
import dev.parley.work.LiveSessions;
import dev.parley.work.change.Changes;
import dev.parley.work.ticket.Tickets;
import dev.parley.workspace.worktree.Git;

import java.nio.file.Path;
import java.time.Clock;

/// Puts the parts of rooms together, so that only [Rooms] is seen from outside.
///
/// @param config the user's own files are in `agents` and `rooms` of it
public record RoomParts(
        RoomStore store,
        Speakers speakers,
        Sessions sessions,
        Changes changes,
        Tickets tickets,
        Git git,
        Path config,
        Clock clock) {
    public Rooms rooms() {
        var agents = new Agents(config.resolve("agents"), store, speakers);
        var live = new LiveSessions(sessions);
        var host = new RoomHost(store, new RoomTurns(store, agents, speakers), agents, clock);
        return new Rooms(
                host,
                agents,
                new Templates(config.resolve("rooms")),
                new ReviewSubjects(git, live, changes),
                new FindingDesk(host, tickets, live));
    }
}
