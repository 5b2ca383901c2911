package dev.parley.work.change;

import dev.parley.api.ForkRequest;
import dev.parley.api.MoveRequest;
import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.WorktreeInfo;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.SessionKey;
import dev.parley.session.Sessions;
import dev.parley.workspace.changes.ChangeList;
import dev.parley.workspace.changes.UndoNotes;
import dev.parley.workspace.changes.WorktreeWork;

import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Starts a session from a turn of another one: with what was said until then, and with the files
/// as they were then, in a worktree.
public final class ForkSession {
    private final Sessions sessions;
    private final ChangeList changes;
    private final LiveWorktrees worktrees;
    private final WorktreeWork work;
    private final UndoNotes notes;
    private final NativeFork copies;

    public ForkSession(
            Sessions sessions,
            ChangeList changes,
            LiveWorktrees worktrees,
            WorktreeWork work,
            UndoNotes notes,
            NativeFork copies) {
        this.sessions = sessions;
        this.changes = changes;
        this.worktrees = worktrees;
        this.work = work;
        this.notes = notes;
        this.copies = copies;
    }

    /// @param number of the turn, as in the changes of the session
    public SessionInfo fork(SessionId id, int number, ForkRequest how) throws InterruptedException {
        var from = sessions.info(id);
        var tree = changes.treeAfter(id, from.cwd(), number);
        var turn = TurnRecord.of(sessions, id, changes.turn(id, from.cwd(), number).turnId());
        var place = worktrees.create(from.cwd(), null, null);
        SessionInfo session;
        try {
            work.become(Path.of(place.path()), tree);
            var cwd = worktrees.inside(Path.of(place.path()), from.cwd());
            session = begin(from, turn, request(from, how, cwd.toString()));
        } catch (Problem problem) {
            drop(place);
            throw problem;
        }
        if (how.prompt() != null) {
            sessions.ask(session.id(), Action.Prompt.of(how.prompt()));
        }
        return sessions.info(session.id());
    }

    private SessionInfo begin(SessionInfo from, TurnRecord turn, NewSession wanted)
            throws InterruptedException {
        var copy = copy(from, turn, wanted);
        var session = sessions.start(copy.map(wanted::resumed).orElse(wanted));
        if (copy.isEmpty()) {
            var said = sessions.earlier(from.id(), turn.lastSequence() + 1);
            if (!said.isEmpty()) {
                notes.goesOn(session.id(), said);
            }
        }
        return session;
    }

    /// Nobody works in it.
    private void drop(WorktreeInfo place) throws InterruptedException {
        try {
            worktrees.remove(place.id());
        } catch (Problem problem) {
            LoggerFactory.getLogger(ForkSession.class)
                    .info("The worktree {} stays: {}", place.id(), problem.message());
        }
    }

    /// A native session with everything until that turn. Where there can be none, the agent is told
    /// what was said.
    private Optional<String> copy(SessionInfo from, TurnRecord turn, NewSession wanted)
            throws InterruptedException {
        var provider = wanted.provider();
        if (from.nativeId() == null || provider == null || turn.isUnknown()) {
            return Optional.empty();
        }
        return copies.until(
                new SessionKey(from.provider(), from.nativeId()),
                turn.turn(),
                new MoveRequest(
                        provider,
                        wanted.model(),
                        null,
                        null,
                        Path.of(String.valueOf(wanted.cwd()))));
    }

    private static NewSession request(SessionInfo from, ForkRequest how, String cwd) {
        var isSame = how.provider() == null || how.provider().equals(from.provider());
        return new NewSession(
                how.provider() == null ? from.provider() : how.provider(),
                how.model() == null && isSame ? from.model() : how.model(),
                cwd,
                how.permission() == null ? from.permission() : how.permission(),
                null,
                null,
                List.of(),
                null,
                null,
                null);
    }
}
