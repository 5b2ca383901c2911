package dev.parley.work.change;

import dev.parley.api.Accepted;
import dev.parley.api.LineComment;
import dev.parley.api.PrunedCheckpoints;
import dev.parley.api.Retention;
import dev.parley.api.SessionChanges;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.Subscription;
import dev.parley.api.TurnChanges;
import dev.parley.api.UndoPlan;
import dev.parley.api.UndoRequest;
import dev.parley.base.problem.Problem;
import dev.parley.base.thread.Interruptible;
import dev.parley.event.Action;
import dev.parley.session.Sessions;
import dev.parley.session.log.Listeners;
import dev.parley.workspace.changes.ChangeList;
import dev.parley.workspace.changes.CheckpointPruning;
import dev.parley.workspace.changes.Checkpoints;
import dev.parley.workspace.changes.LineComments;
import dev.parley.workspace.changes.Undo;
import dev.parley.workspace.changes.UndoNotes;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// What the turns of live sessions changed in files, how to take it back, and what a person has to
/// say about it. Calls wait for git.
public final class Changes {
    private final Sessions sessions;
    private final ChangeList list;
    private final Undo undo;
    private final UndoNotes notes;
    private final LineComments comments;
    private final CheckpointPruning pruning;
    private final Retention retention;
    private final Clock clock;
    private final Listeners<TurnChanges> listeners = new Listeners<>();

    /// @param retention how long checkpoints are kept unless somebody says otherwise
    public Changes(
            Sessions sessions,
            Checkpoints checkpoints,
            UndoNotes notes,
            Retention retention,
            Clock clock) {
        this.sessions = sessions;
        this.notes = notes;
        this.retention = retention;
        this.clock = clock;
        list = new ChangeList(checkpoints);
        undo = new Undo(checkpoints);
        comments = new LineComments(checkpoints);
        pruning = new CheckpointPruning(checkpoints);
        checkpoints.tell(session -> Interruptible.start("changes", () -> tell(session)));
    }

    private void tell(SessionId session) throws InterruptedException {
        try {
            listeners.publish(list.newest(session, cwd(session)));
        } catch (Problem problem) {
            LoggerFactory.getLogger(Changes.class)
                    .debug("Nobody is told of changes: {}", problem.message());
        }
    }

    /// Reports what a turn or an undo changed, when it is over. The listener must not wait.
    public Subscription onChange(Consumer<TurnChanges> listener) {
        return listeners.add(listener);
    }

    private Path cwd(SessionId session) throws InterruptedException {
        return sessions.info(session).cwd();
    }

    /// What a session changed, turn by turn.
    public SessionChanges of(SessionId session) throws InterruptedException {
        return list.of(session, cwd(session));
    }

    public TurnChanges turn(SessionId session, int number) throws InterruptedException {
        return list.turn(session, cwd(session), number);
    }

    /// As git writes it, in bytes: files have any encoding.
    ///
    /// @param number absent: of the whole session
    /// @param files only these; all if empty
    public byte[] patch(SessionId session, @Nullable Integer number, List<String> files)
            throws InterruptedException {
        return list.patch(session, cwd(session), number, files);
    }

    /// What an undo would do.
    public UndoPlan preview(SessionId session, UndoRequest request) throws InterruptedException {
        return undo.preview(session, cwd(session), request);
    }

    /// Takes changes back. With the next prompt the agent is told so.
    public UndoPlan undo(SessionId session, UndoRequest request) throws InterruptedException {
        var info = sessions.info(session);
        checkIdle(info);
        checkIdleElsewhere(info);
        var plan = undo.undo(session, info.cwd(), request);
        if (plan.number() != null) {
            notes.undone(session, request.turn(), plan);
        }
        return plan;
    }

    private static void checkIdle(SessionInfo info) {
        if (info.turnId() != null) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    "A turn of the session " + info.id() + " runs.",
                    "Wait for its end, or interrupt it first.");
        }
    }

    /// What another Parley does with its session is seen by its checkpoints alone.
    private void checkIdleElsewhere(SessionInfo info) throws InterruptedException {
        if (info.owner() == null) {
            return;
        }
        var turns = list.of(info.id(), info.cwd()).turns();
        if (!turns.isEmpty() && turns.getLast().endedAt() == null) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    "A turn of the session "
                            + info.id()
                            + " runs in another Parley (process "
                            + info.owner()
                            + ").",
                    "Wait for its end, or interrupt it first.");
        }
    }

    /// The comments that wait to be sent.
    public List<LineComment> comments(SessionId session) throws InterruptedException {
        var _ = sessions.info(session);
        return comments.of(session);
    }

    public List<LineComment> comment(SessionId session, LineComment comment)
            throws InterruptedException {
        var _ = sessions.info(session);
        return comments.add(session, comment);
    }

    /// @param at which one, counted from 0
    public List<LineComment> dropComment(SessionId session, int at) throws InterruptedException {
        var _ = sessions.info(session);
        return comments.remove(session, at);
    }

    /// Sends all comments as one prompt.
    public Accepted sendComments(SessionId session) throws InterruptedException {
        var draft = comments.draft(session, cwd(session));
        var accepted = sessions.ask(session, Action.Prompt.of(draft.prompt()));
        comments.sent(session, draft.comments());
        return accepted;
    }

    /// The prompt that [#sendComments] would send.
    public String commentsAsPrompt(SessionId session) throws InterruptedException {
        return comments.draft(session, cwd(session)).prompt();
    }

    /// Removes old checkpoints.
    ///
    /// @param age how old; absent: as configured
    /// @param isDryRun whether it is only said what would go
    public List<PrunedCheckpoints> prune(Optional<Duration> age, boolean isDryRun)
            throws InterruptedException {
        var limits = age.map(it -> new Retention(it, retention.bytes())).orElse(retention);
        return pruning.prune(limits, clock.instant(), isDryRun);
    }
}
