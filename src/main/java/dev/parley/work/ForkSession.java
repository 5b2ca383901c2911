package dev.parley.work;

import dev.parley.api.ForkRequest;
import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.session.Sessions;
import dev.parley.workspace.changes.ChangeList;
import dev.parley.workspace.changes.UndoNotes;
import dev.parley.workspace.changes.WorktreeWork;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;

/// Starts a session from a turn of another one: with what was said until then, and with the files
/// as they were then, in a worktree.
public final class ForkSession {
    private static final int PAGE = 500;

    private final Sessions sessions;
    private final ChangeList changes;
    private final LiveWorktrees worktrees;
    private final WorktreeWork work;
    private final UndoNotes notes;

    public ForkSession(
            Sessions sessions,
            ChangeList changes,
            LiveWorktrees worktrees,
            WorktreeWork work,
            UndoNotes notes) {
        this.sessions = sessions;
        this.changes = changes;
        this.worktrees = worktrees;
        this.work = work;
        this.notes = notes;
    }

    /// @param number of the turn, as in the changes of the session
    public SessionInfo fork(SessionId id, int number, ForkRequest how) throws InterruptedException {
        var from = sessions.info(id);
        var tree = changes.treeAfter(id, from.cwd(), number);
        var said = sessions.earlier(id, endOf(id, changes.turn(id, from.cwd(), number).turnId()));
        var place = worktrees.create(from.cwd(), null, null);
        work.become(Path.of(place.path()), tree);
        var session = sessions.start(request(from, how, place.path()));
        if (!said.isEmpty()) {
            notes.goesOn(session.id(), said);
        }
        if (how.prompt() != null) {
            sessions.ask(session.id(), Action.Prompt.of(how.prompt()));
        }
        return sessions.info(session.id());
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

    /// The number of the first event after a turn.
    private long endOf(SessionId id, @Nullable String turnId) throws InterruptedException {
        if (turnId == null) {
            throw Problem.invalid("An undo is no turn to go on from.", "Name a turn of the agent.");
        }
        var last = 0L;
        for (var page = sessions.events(id, last, PAGE);
                !page.isEmpty();
                page = sessions.events(id, last, PAGE)) {
            for (var logged : page) {
                last = logged.sequence();
                if (logged.envelope().event() instanceof Event.TurnEnded(var ended, _)
                        && ended.equals(turnId)) {
                    return last + 1;
                }
            }
        }
        return last + 1;
    }
}
