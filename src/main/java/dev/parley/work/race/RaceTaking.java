package dev.parley.work.race;

import dev.parley.api.LaneInfo;
import dev.parley.api.RaceInfo;
import dev.parley.api.UndoPlan;
import dev.parley.base.problem.Problem;
import dev.parley.work.change.LiveWorktrees;

import java.util.Objects;
import java.util.function.UnaryOperator;

/// Brings the work of one lane into the user's tree, and out of it again. What is about to happen
/// is stored first: a kill in the middle can be taken back.
final class RaceTaking {
    /// Changes what is known of the race.
    interface Change {
        void apply(UnaryOperator<RaceInfo> change) throws InterruptedException;
    }

    private final LiveWorktrees worktrees;
    private final RaceInfo race;
    private final Change change;

    RaceTaking(LiveWorktrees worktrees, RaceInfo race, Change change) {
        this.worktrees = worktrees;
        this.race = race;
        this.change = change;
    }

    UndoPlan take(int number) throws InterruptedException {
        if (race.lanes().stream().anyMatch(LaneInfo::isRunning)) {
            throw new Problem(
                    Problem.Kind.BUSY, "Not all of them are done.", "Wait, or interrupt them.");
        }
        var chosen =
                race.lane(number)
                        .orElseThrow(() ->
                                Problem.notFound(
                                        "The race has no lane " + number + ".",
                                        "They count from 1."));
        var before = race.taken();
        if (before != null && before != number) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    "Lane " + before + " of this race is taken.",
                    "Take it out of your tree first: parley race untake " + race.id());
        }
        var place = chosen.worktree();
        if (place == null) {
            throw Problem.invalid("That lane has done nothing.", "Take another one.");
        }
        change.apply(it -> it.taking(number));
        UndoPlan plan;
        try {
            plan = worktrees.apply(place, false);
        } catch (Problem problem) {
            change.apply(it -> it.taking(before));
            throw problem;
        }
        for (var lane : race.lanes()) {
            if (lane.number() != number) {
                keepAsBranch(lane, "parley/" + race.id() + "/" + lane.number());
            }
        }
        return plan;
    }

    /// One that cannot be kept so stays in its worktree, and says why.
    private void keepAsBranch(LaneInfo lane, String branch) throws InterruptedException {
        var place = lane.worktree();
        if (place == null || lane.branch() != null) {
            return;
        }
        try {
            worktrees.branch(place, branch);
            tell(lane, it -> it.withBranch(branch));
        } catch (Problem problem) {
            var why = "It is no branch: " + problem.message() + " " + problem.remedy();
            // Who takes the same one again need not read it twice.
            if (lane.error() == null || !lane.error().endsWith(why)) {
                tell(lane, it -> it.withError(why));
            }
        }
    }

    private void tell(LaneInfo lane, UnaryOperator<LaneInfo> told) throws InterruptedException {
        change.apply(it -> it.with(one -> one.number() == lane.number() ? told.apply(one) : one));
    }

    UndoPlan untake() throws InterruptedException {
        var taken = race.taken();
        var place = taken == null ? null : race.lane(taken).map(LaneInfo::worktree).orElse(null);
        if (taken == null || place == null) {
            throw Problem.invalid("None of this race is taken.", "Take one first.");
        }
        try {
            var plan = worktrees.unapply(place, false);
            release(taken);
            return plan;
        } catch (Problem problem) {
            if (problem.kind() == Problem.Kind.NOT_FOUND) {
                release(taken); // somebody else took it back
            }
            throw problem;
        }
    }

    private void release(Integer taken) throws InterruptedException {
        change.apply(it -> Objects.equals(it.taken(), taken) ? it.taking(null) : it);
    }
}
