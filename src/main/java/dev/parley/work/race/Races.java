package dev.parley.work.race;

import dev.parley.api.LaneInfo;
import dev.parley.api.RaceInfo;
import dev.parley.api.RaceRequest;
import dev.parley.api.SessionId;
import dev.parley.api.UndoPlan;
import dev.parley.base.problem.Problem;
import dev.parley.base.thread.Interruptible;
import dev.parley.process.Supervisor;
import dev.parley.session.Sessions;
import dev.parley.store.RaceStore;
import dev.parley.work.change.LiveWorktrees;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// The same task for several agents at once, each a live session in a worktree of its own.
/// Worktrees and sessions stay when a race is forgotten. Thread-safe.
public final class Races implements AutoCloseable {
    private static final int MOST = 8;
    private static final int MOST_LISTED = 200;

    private final LiveWorktrees worktrees;
    private final Sessions sessions;
    private final Supervisor supervisor;
    private final Map<String, String> environment;
    private final Predicate<String> isProvider;
    private final RaceJudge judge;
    private final Clock clock;
    private final RaceStore store;
    private final Interruption interruption;
    private final Map<String, RunningRace> running = new ConcurrentHashMap<>();

    /// @param environment the variables Parley was started with
    public Races(
            LiveWorktrees worktrees,
            Sessions sessions,
            Supervisor supervisor,
            Map<String, String> environment,
            Predicate<String> isProvider,
            RaceJudge judge,
            RaceStore store,
            Clock clock) {
        this.worktrees = worktrees;
        this.sessions = sessions;
        this.supervisor = supervisor;
        this.environment = Map.copyOf(environment);
        this.isProvider = isProvider;
        this.judge = judge;
        this.store = store;
        this.clock = clock;
        interruption = new Interruption(store, worktrees, sessions);
    }

    /// Starts a race and returns at once.
    public RaceInfo start(RaceRequest request) throws InterruptedException {
        var judged = request.judge() == null || request.judge().isBlank() ? null : request.judge();
        var race =
                begin(
                        Path.of(request.project() == null ? "" : request.project()),
                        request.task() == null ? "" : request.task(),
                        request.models(),
                        judged);
        var check =
                request.check() == null || request.check().isBlank()
                        ? null
                        : new RaceCheck(supervisor, environment, request.check());
        var runners = new ArrayList<Thread>();
        for (var lane : race.info().lanes()) {
            runners.add(
                    Interruptible.start(
                            "race-" + race.info().id(), () -> run(race, lane, request, check)));
        }
        if (judged != null) {
            Interruptible.start("judge-" + race.info().id(), () -> judge(race, judged, runners));
        }
        return race.info();
    }

    private RunningRace begin(
            Path project, String task, List<String> agents, @Nullable String judged)
            throws InterruptedException {
        if (!project.isAbsolute() || !Files.isDirectory(project)) {
            throw Problem.invalid(
                    "There is no directory \"" + project + "\".",
                    "Name the repository by an absolute path.");
        }
        if (task.isBlank()) {
            throw Problem.invalid("There is no task.", "Say what the agents are to do.");
        }
        if (agents.isEmpty() || agents.size() > MOST) {
            throw Problem.invalid(
                    agents.size() + " agents are named.", "Name between 1 and " + MOST + ".");
        }
        var lanes =
                IntStream.range(0, agents.size())
                        .mapToObj(at -> LaneInfo.running(at + 1, agents.get(at)))
                        .toList();
        var info =
                new RaceInfo(
                        "r" + UUID.randomUUID().toString().substring(0, 8),
                        project.toString(),
                        task,
                        clock.instant(),
                        null,
                        judged == null ? null : RaceInfo.Judgement.awaited(judged),
                        lanes);
        store.insert(info);
        var race = new RunningRace(store, info);
        running.put(info.id(), race);
        return race;
    }

    /// A race whose lanes somebody else runs: another agent that has several do the same.
    public Hosted host(Path project, String task, List<String> agents) throws InterruptedException {
        return new Hosted(begin(project, task, agents, null));
    }

    /// How the one who runs a race tells of it.
    public static final class Hosted {
        private final RunningRace race;

        private Hosted(RunningRace race) {
            this.race = race;
        }

        public String id() {
            return race.info().id();
        }

        /// @param lane counts from 1
        public void live(int lane, SessionId session) {
            race.lane(lane, it -> it.withSession(session));
        }

        public void ended(int lane, RaceResult result) {
            race.lane(lane, result::of);
        }
    }

    /// The judge sees what everybody would see: the table and the patches.
    private void judge(RunningRace race, String model, List<Thread> runners)
            throws InterruptedException {
        for (var runner : runners) {
            runner.join();
        }
        var asked = RaceInfo.Judgement.awaited(model);
        var now = race.info();
        try {
            var material = RaceMaterial.of(now, worktrees);
            var text = judge.advise(model, Path.of(now.project()), material);
            var lane = RaceMaterial.lane(text, now.lanes().size());
            race.change(it -> it.judged(new RaceInfo.Judgement(model, text, lane, null)));
        } catch (Problem problem) {
            var why = problem.message() + " " + problem.remedy();
            race.change(it -> it.judged(asked.failed(why)));
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(Races.class).error("A judge failed", e);
            race.change(it -> it.judged(asked.failed("Parley failed.")));
        }
    }

    private void run(
            RunningRace race, LaneInfo lane, RaceRequest request, @Nullable RaceCheck check)
            throws InterruptedException {
        try {
            new RaceLane(race, lane, worktrees, sessions, isProvider)
                    .run(request, Path.of(race.info().project()), check);
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(Races.class).error("A lane of a race failed", e);
        }
    }

    /// The newest first.
    public List<RaceInfo> list() throws InterruptedException {
        if (!store.exists()) {
            return List.of();
        }
        recover();
        return store.list(MOST_LISTED).stream().map(this::newest).toList();
    }

    /// What is not stored yet is known here.
    private RaceInfo newest(RaceInfo stored) {
        var here = running.get(stored.id());
        return here == null ? stored : here.info();
    }

    public RaceInfo info(String id) throws InterruptedException {
        if (!store.exists()) {
            throw unknown(id);
        }
        recover();
        var here = running.get(id);
        return here == null ? store.find(id).orElseThrow(() -> unknown(id)) : here.info();
    }

    private static Problem unknown(String id) {
        return Problem.notFound(
                "There is no race \"" + id + "\".",
                "`parley race list` has them. Of one that is long ago its worktrees may be there: `parley worktrees`.");
    }

    /// Tells of races whose Parley is gone that they were interrupted.
    public void recover() throws InterruptedException {
        running.values().removeIf(RunningRace::isDone);
        interruption.recover();
    }

    /// Brings what one of them did into the user's tree, and keeps what the others did as branches.
    ///
    /// @param number of the lane
    public UndoPlan take(String id, int number) throws InterruptedException {
        return new RaceTaking(worktrees, info(id), change(id)).take(number);
    }

    /// Takes what was taken out of the user's tree again; another one can be taken then.
    public UndoPlan untake(String id) throws InterruptedException {
        return new RaceTaking(worktrees, info(id), change(id)).untake();
    }

    private RaceTaking.Change change(String id) {
        return change -> {
            var here = running.get(id);
            if (here == null) {
                var _ = store.update(id, change);
            } else {
                here.change(change);
            }
        };
    }

    /// Forgets those that are over and began before a time. Worktrees, branches and sessions stay.
    public void forget(Instant before) throws InterruptedException {
        if (store.exists()) {
            store.forget(before);
        }
    }

    /// Of those that run it is told that they were interrupted.
    @Override
    public void close() {
        running.values().forEach(RunningRace::close);
    }
}
