package dev.parley.workspace.changes;

import dev.parley.api.FileChange;
import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.workspace.worktree.Git;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// Makes checkpoints before and after turns. A turn waits for the one before it, but not for long,
/// and never fails for it. Thread-safe.
public final class Checkpoints implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);
    private static final long UNTIL_SETTLED_SECONDS = 30;

    private final Workbench workbench;
    private final CheckpointLimits limits;
    private final Clock clock;
    private final Lanes lanes = new Lanes();
    private final Map<String, RunningTurn> running = new ConcurrentHashMap<>();
    private final Map<SessionId, Future<?>> last = new ConcurrentHashMap<>();
    private final Map<SessionId, String> complaints = new ConcurrentHashMap<>();
    private volatile Consumer<SessionId> listener = _ -> {};

    /// @param directory where Parley keeps its part
    /// @param home the user's
    public Checkpoints(
            Git git, Path directory, Optional<Path> home, CheckpointLimits limits, Clock clock) {
        workbench = new Workbench(git, directory, home, limits);
        this.limits = limits;
        this.clock = clock;
    }

    Workbench workbench() {
        return workbench;
    }

    Clock clock() {
        return clock;
    }

    /// Told when there is something new about a session. It must not wait.
    public void tell(Consumer<SessionId> told) {
        listener = told;
    }

    void updated(SessionId session) {
        listener.accept(session);
    }

    /// A turn is about to begin. Returns when its checkpoint is made, or when that takes too long.
    ///
    /// @param hasBegun the agent began it by itself
    /// @return what a person should know
    public Optional<String> begins(SessionId session, String turnId, Path cwd, boolean hasBegun)
            throws InterruptedException {
        var turn = new RunningTurn(session, turnId, cwd, hasBegun);
        if (running.putIfAbsent(turnId, turn) != null) {
            return Optional.empty(); // it is sent again
        }
        var asked = System.nanoTime();
        var making = submit(session, () -> takeBefore(turn, asked));
        try {
            if (!hasBegun) {
                making.get(limits.patience().toMillis(), TimeUnit.MILLISECONDS);
            }
            complaints.remove(session);
            return Optional.empty();
        } catch (TimeoutException _) {
            turn.begun();
            return once(
                    session,
                    "The state of the files before this turn is still being kept while the agent"
                            + " begins; its first changes may be missing in what it changed.");
        } catch (ExecutionException e) {
            // Where there can be none, there is nothing to tell with every session.
            var isPossible =
                    !(e.getCause() instanceof Problem problem
                            && (problem.kind() == Problem.Kind.INVALID_REQUEST
                                    || problem.kind() == Problem.Kind.AGENT_NOT_INSTALLED));
            return isPossible ? once(session, reason(e.getCause())) : Optional.empty();
        }
    }

    /// Not with every turn.
    private Optional<String> once(SessionId session, String words) {
        return words.equals(complaints.put(session, words)) ? Optional.empty() : Optional.of(words);
    }

    private static String reason(@Nullable Throwable cause) {
        if (cause instanceof Problem problem) {
            return "What this turn changes cannot be shown or taken back: "
                    + problem.message()
                    + " "
                    + problem.remedy();
        }
        LOG.warn("A checkpoint failed", cause);
        return "What this turn changes cannot be shown or taken back: Parley failed, see its log.";
    }

    /// An agent calls a tool with these arguments.
    public void says(SessionId session, String arguments) {
        for (var turn : running.values()) {
            if (turn.session().equals(session)) {
                turn.says(arguments);
            }
        }
    }

    /// A turn is over. Its checkpoint is made in the background.
    public void ended(String turnId) {
        var turn = running.remove(turnId);
        if (turn != null) {
            var asked = System.nanoTime();
            var _ = submit(turn.session(), () -> takeAfter(turn, asked));
        }
    }

    /// Returns when everything that happened so far is kept.
    public void settle(SessionId session) throws InterruptedException {
        var future = last.get(session);
        if (future != null) {
            try {
                future.get(UNTIL_SETTLED_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                LOG.debug("A checkpoint is missing", e);
            }
        }
    }

    private Future<?> submit(SessionId session, Callable<?> work) {
        try {
            var future = lanes.submit(session, work);
            last.put(session, future);
            return future;
        } catch (RejectedExecutionException _) {
            return CompletableFuture.completedFuture("");
        }
    }

    private CheckpointRefs.Kept takeBefore(RunningTurn turn, long asked)
            throws InterruptedException {
        var place = workbench.place(turn.cwd());
        running.values().stream()
                .filter(other -> workbench.isIn(place, other.cwd()))
                .forEach(turn::besides);
        var taken = workbench.taken(place, asked);
        var mark = Mark.before(turn.session(), 0, turn.turnId(), clock.instant(), turn.isLate());
        var kept = workbench.begin(place, mark.leaving(taken.leftOut()), taken.tree());
        turn.began(kept);
        return kept;
    }

    private Optional<CheckpointRefs.Kept> takeAfter(RunningTurn turn, long asked)
            throws InterruptedException {
        var before = turn.before();
        if (before == null) {
            return Optional.empty();
        }
        try {
            var place = workbench.place(turn.cwd());
            var taken = workbench.taken(place, asked);
            var files =
                    workbench.differences().files(place, before.tree(), taken.tree()).stream()
                            .map(FileChange::path)
                            .toList();
            var mark =
                    before.mark()
                            .after(clock.instant(), turn.named(files), turn.others())
                            .leaving(taken.leftOut());
            return Optional.of(workbench.end(place, before, mark, taken.tree()));
        } catch (Problem problem) {
            LOG.warn(
                    "What turn {} changed is not known: {} {}",
                    turn.turnId(),
                    problem.message(),
                    problem.remedy());
            return Optional.empty();
        } finally {
            updated(turn.session());
        }
    }

    /// Sessions with a turn in these files at this moment. Of what that turn changes, nobody can
    /// tell whether it was it: it hears that this session was there, too.
    List<SessionId> others(Place place, SessionId session) {
        var found =
                running.values().stream()
                        .filter(turn -> !turn.session().equals(session))
                        .filter(turn -> workbench.isIn(place, turn.cwd()))
                        .toList();
        found.forEach(turn -> turn.besides(session));
        return found.stream().map(RunningTurn::session).distinct().toList();
    }

    /// Makes the checkpoints that are due, if that does not take long.
    @Override
    public void close() {
        lanes.close();
    }
}
