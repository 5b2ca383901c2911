package dev.parley;

import dev.parley.api.Retention;
import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.base.thread.Interruptible;
import dev.parley.session.PromptNotes;
import dev.parley.session.Sessions;
import dev.parley.session.TurnWatch;
import dev.parley.store.RaceStore;
import dev.parley.work.change.Changes;
import dev.parley.work.change.ForkSession;
import dev.parley.work.change.LiveWorktrees;
import dev.parley.work.change.NativeFork;
import dev.parley.work.race.RaceJudge;
import dev.parley.work.race.Races;
import dev.parley.workspace.changes.AppliedWork;
import dev.parley.workspace.changes.ChangeList;
import dev.parley.workspace.changes.CheckpointLimits;
import dev.parley.workspace.changes.Checkpoints;
import dev.parley.workspace.changes.UndoNotes;
import dev.parley.workspace.changes.WorktreeWork;
import dev.parley.workspace.worktree.Git;
import dev.parley.workspace.worktree.ProjectRoots;
import dev.parley.workspace.worktree.Worktrees;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/// Checkpoints and what is made of them, put together: sessions need some of it, and other parts
/// need the sessions.
final class ChangeSupply implements AutoCloseable {
    private static final Duration PRUNE_EVERY = Duration.ofHours(1);

    private final Checkpoints checkpoints;
    private final UndoNotes notes;
    private final Path scratch;
    private final Clock clock;
    private final Git git;
    private final Machine machine;
    private @Nullable Thread keeper;

    ChangeSupply(Machine machine) {
        this.machine = machine;
        git = machine.git();
        clock = machine.clock();
        var directories = machine.directories();
        var place = directories.data().resolve("changes");
        var home = machine.environment().getOrDefault("HOME", "");
        checkpoints =
                new Checkpoints(
                        git,
                        place,
                        home.isBlank() ? Optional.empty() : Optional.of(real(Path.of(home))),
                        CheckpointLimits.USUAL,
                        clock);
        notes = new UndoNotes(place);
        scratch = directories.scratch();
    }

    private static Path real(Path directory) {
        try {
            return directory.toRealPath();
        } catch (IOException _) {
            return directory.toAbsolutePath();
        }
    }

    /// Of files that are thrown away after a call no checkpoints are made.
    TurnWatch watch() {
        return new TurnWatch() {
            @Override
            public Optional<String> begins(
                    SessionId session, String turnId, Path cwd, boolean hasBegun)
                    throws InterruptedException {
                return cwd.startsWith(scratch)
                        ? Optional.empty()
                        : checkpoints.begins(session, turnId, cwd, hasBegun);
            }

            @Override
            public void says(SessionId session, String arguments) {
                checkpoints.says(session, arguments);
            }

            @Override
            public void ended(String turnId) {
                checkpoints.ended(turnId);
            }
        };
    }

    /// What agents hear of other parts, and of what was taken back.
    PromptNotes notes(PromptNotes others) {
        return new PromptNotes() {
            @Override
            public String before(SessionId session) throws InterruptedException {
                return others.before(session) + notes.before(session);
            }

            @Override
            public void heard(SessionId session) throws InterruptedException {
                notes.heard(session);
                others.heard(session);
            }
        };
    }

    /// Worktrees for sessions, and races in them.
    record Side(LiveWorktrees worktrees, Races races, ForkSession fork) {}

    Side side(
            Sessions sessions,
            Worktrees worktrees,
            RaceStore races,
            NativeFork copies,
            RaceJudge judge) {
        var live =
                new LiveWorktrees(
                        worktrees,
                        new WorktreeWork(checkpoints),
                        new AppliedWork(checkpoints),
                        new ProjectRoots(worktrees),
                        git,
                        sessions,
                        machine.supervisor(),
                        machine.environment(),
                        this::isTrusted);
        return new Side(
                live,
                new Races(
                        live,
                        sessions,
                        machine.supervisor(),
                        machine.environment(),
                        name -> machine.providers().find(name).isPresent(),
                        judge,
                        races,
                        clock),
                new ForkSession(
                        sessions,
                        new ChangeList(checkpoints),
                        live,
                        new WorktreeWork(checkpoints),
                        notes,
                        copies));
    }

    /// Whether a project may run commands of its own.
    private boolean isTrusted(Path project) {
        return machine.configFile().current().trustedProjects().contains(project.toString());
    }

    Changes with(Sessions sessions, Retention retention) {
        return new Changes(sessions, checkpoints, notes, retention, clock);
    }

    /// Prunes old checkpoints and forgets old races from now on, in the background.
    void keep(Changes changes, Races races, Retention retention) {
        keeper =
                Interruptible.start(
                        "checkpoint-keeper", () -> prune(changes, races, retention.age()));
    }

    private void prune(Changes changes, Races races, Duration age) throws InterruptedException {
        while (true) {
            Thread.sleep(PRUNE_EVERY);
            try {
                var _ = changes.prune(Optional.empty(), false);
                if (age.isPositive()) {
                    races.forget(clock.instant().minus(age));
                }
            } catch (Problem problem) {
                LoggerFactory.getLogger(ChangeSupply.class)
                        .info("Checkpoints are pruned later: {}", problem.message());
            }
        }
    }

    @Override
    public void close() {
        if (keeper != null) {
            keeper.interrupt();
        }
        checkpoints.close();
    }
}
