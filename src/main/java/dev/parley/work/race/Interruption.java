package dev.parley.work.race;

import dev.parley.api.LaneInfo;
import dev.parley.api.RaceInfo;
import dev.parley.base.problem.Problem;
import dev.parley.session.Sessions;
import dev.parley.store.RaceStore;
import dev.parley.work.change.LiveWorktrees;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;

/// What is told of races whose Parley ended before they did: their worktrees, branches and sessions
/// are there. Thread-safe.
final class Interruption {
    private final RaceStore store;
    private final LiveWorktrees worktrees;
    private final Sessions sessions;

    Interruption(RaceStore store, LiveWorktrees worktrees, Sessions sessions) {
        this.store = store;
        this.worktrees = worktrees;
        this.sessions = sessions;
    }

    /// A race of which nobody runs anything any more.
    static RaceInfo of(RaceInfo race) {
        var judgement = race.judgement();
        var told = race.with(lane -> lane.isRunning() ? of(lane) : lane);
        return judgement == null || !judgement.isOpen()
                ? told
                : told.judged(judgement.failed("Parley ended before it had answered."));
    }

    private static LaneInfo of(LaneInfo lane) {
        var session = lane.session();
        var next =
                session == null ? "" : " It goes on with `parley chat --resume " + session + "`.";
        return lane.withStatus(RaceInfo.Status.INTERRUPTED)
                .withError("Parley ended while it worked." + next);
    }

    /// Tells it of all that are left so.
    void recover() throws InterruptedException {
        for (var race : store.abandoned()) {
            var seen = new HashMap<LaneInfo, LaneInfo>();
            for (var lane : race.lanes()) {
                if (lane.isRunning()) {
                    seen.put(lane, seen(race, lane));
                }
            }
            var _ =
                    store.update(
                            race.id(), now -> of(now.with(lane -> seen.getOrDefault(lane, lane))));
        }
    }

    /// What can still be found out of one: where it worked, how much it changed, until when.
    private LaneInfo seen(RaceInfo race, LaneInfo lane) throws InterruptedException {
        var found = lane;
        try {
            if (lane.session() != null) {
                var session = sessions.info(lane.session());
                found = found.withDuration(time(race, session.updatedAt()));
                if (found.worktree() == null) {
                    found = found.withWorktree(worktrees.around(session.cwd()).orElse(null));
                }
            }
            if (found.worktree() != null) {
                found = found.withSize(LaneInfo.Size.of(worktrees.files(found.worktree())));
            }
        } catch (Problem _) {
            // The session or the worktree is gone.
        }
        return found;
    }

    private static Duration time(RaceInfo race, Instant until) {
        var time = Duration.between(race.startedAt(), until);
        return time.isNegative() ? Duration.ZERO : time;
    }
}
