package dev.parley.work.race;

import dev.parley.api.FileChange;
import dev.parley.api.NewSession;
import dev.parley.api.RaceInfo;
import dev.parley.api.RaceInfo.Status;
import dev.parley.api.RaceRequest;
import dev.parley.api.SessionId;
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
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// One agent of a race, in a worktree of its own. Its thread runs it; others look.
final class RaceLane {
    private final int number;
    private final String model;
    private final Predicate<String> isProvider;
    private volatile Status status = Status.RUNNING;
    private volatile @Nullable SessionId session;
    private volatile @Nullable String worktree;
    private volatile RaceCheck.@Nullable Result check;
    private volatile WorkSize size = WorkSize.UNKNOWN;
    private volatile @Nullable Double cost;
    private volatile @Nullable Long duration;
    private volatile @Nullable String branch;
    private volatile @Nullable String error;

    /// How much was changed.
    private record WorkSize(
            @Nullable Integer files, @Nullable Integer added, @Nullable Integer removed) {
        static final WorkSize UNKNOWN = new WorkSize(null, null, null);
    }

    /// @param model a model, a provider, or `provider:model`
    RaceLane(int number, String model, Predicate<String> isProvider) {
        this.number = number;
        this.model = model;
        this.isProvider = isProvider;
    }

    int number() {
        return number;
    }

    /// Its id.
    @Nullable String worktree() {
        return worktree;
    }

    boolean isOver() {
        return status != Status.RUNNING;
    }

    /// What somebody else knows of it who runs it.
    void follow(SessionId live) {
        session = live;
    }

    /// Somebody else has run it.
    void end(RaceResult result) {
        worktree = result.worktree();
        if (result.checkPassed() != null) {
            check = new RaceCheck.Result(result.checkPassed(), result.checkOutput());
        }
        size = new WorkSize(result.files(), result.added(), result.removed());
        cost = result.cost();
        error = result.error();
        duration = result.duration().toMillis();
        status = result.isCompleted() ? Status.COMPLETED : Status.FAILED;
    }

    void keptAs(String name) {
        branch = name;
    }

    boolean isKept() {
        return branch != null;
    }

    /// Its work could not be made a branch.
    void notKept(String why) {
        error = error == null ? why : error + " " + why;
    }

    RaceInfo.Lane info() {
        var checked = check;
        return new RaceInfo.Lane(
                number,
                model,
                status,
                session,
                worktree,
                checked == null ? null : checked.passed(),
                checked == null ? null : checked.output(),
                size.files(),
                size.added(),
                size.removed(),
                cost,
                duration,
                branch,
                error);
    }

    void run(
            RaceRequest request,
            Path project,
            LiveWorktrees worktrees,
            Sessions sessions,
            @Nullable RaceCheck checks)
            throws InterruptedException {
        var began = System.nanoTime();
        try {
            var place = worktrees.create(project, null, null);
            worktree = place.id();
            var directory = worktrees.inside(Path.of(place.path()), project);
            var reason = play(request, directory, sessions);
            if (checks != null) {
                check = checks.run(directory);
            }
            measure(worktrees.files(place.id()));
            status = reason == EndReason.COMPLETED ? Status.COMPLETED : Status.FAILED;
        } catch (Problem problem) {
            error = problem.message() + " " + problem.remedy();
            status = Status.FAILED;
            drop(worktrees);
        } finally {
            duration = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
            if (status == Status.RUNNING) {
                status = Status.FAILED;
            }
        }
    }

    /// Of an agent that never began nothing is left.
    private void drop(LiveWorktrees worktrees) throws InterruptedException {
        var place = worktree;
        if (session != null || place == null) {
            return;
        }
        try {
            worktrees.remove(place);
            worktree = null;
        } catch (Problem problem) {
            error = error + " " + problem.message() + " " + problem.remedy();
        }
    }

    private EndReason play(RaceRequest request, Path directory, Sessions sessions)
            throws InterruptedException {
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
                    session = logged.session();
                    switch (logged.envelope().event()) {
                        case Event.TurnEnded ended -> reason[0] = ended.reason();
                        case Event.TokensUsed(var usage) -> used[0] = used[0].plus(usage);
                        case Event.Failed failed when !failed.recoverable() ->
                                error = failed.message();
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
        cost = used[0].totalCost();
        return reason[0];
    }

    private void measure(List<FileChange> files) {
        var added = 0;
        var removed = 0;
        for (var file : files) {
            added += file.added() == null ? 0 : file.added();
            removed += file.removed() == null ? 0 : file.removed();
        }
        size = new WorkSize(files.size(), added, removed);
    }
}
