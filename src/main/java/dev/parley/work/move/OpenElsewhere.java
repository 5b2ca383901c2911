package dev.parley.work.move;

import dev.parley.api.MoveRequest;
import dev.parley.api.NewSession;
import dev.parley.api.Progress;
import dev.parley.api.SessionInfo;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Permission;
import dev.parley.event.SessionKey;
import dev.parley.history.History;
import dev.parley.portable.Piece;
import dev.parley.session.Sessions;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Opens a live session that begins with what was said in another one, of any CLI, up to a turn. It
/// is a session of its own: the old one stays as it is, and goes on if it is live.
public final class OpenElsewhere {
    private final Sessions sessions;
    private final MovableSessions movable;
    private final MoveTarget targets;
    private final MoveSession moves;
    private final UndoMove undo;
    private final History history;

    public OpenElsewhere(
            Sessions sessions,
            MovableSessions movable,
            MoveTarget targets,
            MoveSession moves,
            UndoMove undo,
            History history) {
        this.sessions = sessions;
        this.movable = movable;
        this.targets = targets;
        this.moves = moves;
        this.undo = undo;
        this.history = history;
    }

    /// Whether Parley reads conversations of the one and writes them for the other.
    public boolean isPossible(SessionKey from, String to) throws InterruptedException {
        if (targets.find(from.provider()).isEmpty() || targets.find(to).isEmpty()) {
            return false;
        }
        history.refresh(Progress.SILENT);
        // What a subagent said is no conversation of its own.
        return history.view()
                .find(from)
                .filter(entry -> entry.summary().parent() == null)
                .isPresent();
    }

    /// When each of its turns began.
    public List<Instant> turns(SessionKey session) throws InterruptedException {
        var times = new ArrayList<Instant>();
        movable.find(session)
                .source()
                .read(piece -> {
                    if (piece instanceof Piece.Prompt prompt) {
                        times.add(prompt.time());
                    }
                });
        return times;
    }

    /// @param prompt what is asked now; absent: nothing yet
    public SessionInfo run(
            SessionKey from,
            MoveRequest request,
            @Nullable Permission permission,
            @Nullable String prompt)
            throws InterruptedException {
        var made = moves.move(from, request);
        try {
            history.refresh(Progress.SILENT);
            return sessions.start(
                    new NewSession(
                            request.to(),
                            request.model(),
                            made.directory(),
                            permission,
                            made.to().nativeId(),
                            null,
                            List.of(),
                            null,
                            null,
                            prompt == null || prompt.isBlank() ? null : Action.Prompt.of(prompt)));
        } catch (Problem problem) {
            takeAway(made.id());
            throw problem;
        }
    }

    /// Nobody asked for a session that cannot be opened.
    private void takeAway(String move) throws InterruptedException {
        try {
            undo.undo(move);
        } catch (Problem _) {
            // It stays, and is in the history.
        }
    }
}
