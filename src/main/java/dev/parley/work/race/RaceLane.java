package dev.parley.work.race;

import dev.parley.api.LaneInfo;
import dev.parley.api.NewSession;
import dev.parley.api.RaceInfo.Status;
import dev.parley.api.RaceRequest;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.Permission;
import dev.parley.event.Usage;
import dev.parley.session.Sessions;
import dev.parley.work.change.LiveWorktrees;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// One agent of a race, in a worktree of its own. Belongs to the thread that runs it; its race is
/// told of every step.
final class RaceLane {
    private final RunningRace race;
    private final LaneInfo named;
    private final LiveWorktrees worktrees;
    private final Sessions sessions;
    private final Predicate<String> isProvider;

    /// @param named with a model, a provider, or `provider:model`
    RaceLane(
            RunningRace race,
            LaneInfo named,
            LiveWorktrees worktrees,
            Sessions sessions,
            Predicate<String> isProvider) {
        this.race = race;
        this.named = named;
        this.worktrees = worktrees;
        this.sessions = sessions;
        this.isProvider = isProvider;
    }

    private void tell(UnaryOperator<LaneInfo> change) {
        race.lane(named.number(), change);
    }

    private LaneInfo info() {
        return race.info().lane(named.number()).orElse(named);
    }

    void run(RaceRequest request, Path project, @Nullable RaceCheck check)
            throws InterruptedException {
        var began = System.nanoTime();
        var status = Status.FAILED;
        try {
            var place = worktrees.create(project, null, null);
            tell(lane -> lane.withWorktree(place.id()));
            var directory = worktrees.inside(Path.of(place.path()), project);
            var reason = play(request, directory);
            if (check != null) {
                var result = check.run(directory);
                tell(lane -> lane.withCheck(result.passed(), result.output()));
            }
            var size = LaneInfo.Size.of(worktrees.files(place.id()));
            tell(lane -> lane.withSize(size));
            status = reason == EndReason.COMPLETED ? Status.COMPLETED : Status.FAILED;
        } catch (Problem problem) {
            tell(lane -> lane.withError(words(problem)));
            drop();
        } finally {
            var end = status;
            var time = Duration.ofNanos(System.nanoTime() - began);
            tell(lane -> lane.withDuration(time).withStatus(end));
        }
    }

    /// Of an agent that never began nothing is left.
    private void drop() throws InterruptedException {
        var place = info().worktree();
        if (info().session() != null || place == null) {
            return;
        }
        try {
            worktrees.remove(place);
            tell(lane -> lane.withWorktree(null));
        } catch (Problem problem) {
            tell(lane -> lane.withError(words(problem)));
        }
    }

    private EndReason play(RaceRequest request, Path directory) throws InterruptedException {
        var model = named.model();
        var colon = model.indexOf(':');
        var first = colon < 0 ? model : model.substring(0, colon);
        var provider = isProvider.test(first) ? first : null;
        var told = provider == null ? model : colon < 0 ? null : model.substring(colon + 1);
        var wanted =
                new NewSession(
                        provider,
                        told,
                        directory.toString(),
                        request.permission() == null ? Permission.EDIT : request.permission(),
                        null,
                        null,
                        List.of(),
                        null,
                        null,
                        Action.Prompt.of(String.valueOf(request.task())));
        var reason = new EndReason[] {EndReason.ERROR};
        var used = new Usage[] {Usage.of(0, 0)};
        sessions.turn(
                wanted,
                logged -> {
                    if (info().session() == null) {
                        tell(lane -> lane.withSession(logged.session()));
                    }
                    switch (logged.envelope().event()) {
                        case Event.TurnEnded ended -> reason[0] = ended.reason();
                        case Event.TokensUsed(var usage) -> used[0] = used[0].plus(usage);
                        case Event.Failed failed when !failed.recoverable() ->
                                tell(lane -> lane.withError(failed.message()));
                        // the session has all of it
                        case Event.AboutSession _,
                                Event.AboutTurn _,
                                Event.Message _,
                                Event.AboutTool _,
                                Event.AboutApproval _,
                                Event.Failed _,
                                Event.Unrecognized _ -> {}
                    }
                });
        tell(lane -> lane.withCost(used[0].totalCost()));
        return reason[0];
    }

    private static String words(Problem problem) {
        return problem.message() + " " + problem.remedy();
    }
}
