package dev.parley.work.race;

import dev.parley.api.RaceInfo;
import dev.parley.api.RaceRequest;
import dev.parley.api.SessionId;
import dev.parley.api.UndoPlan;
import dev.parley.base.problem.Problem;
import dev.parley.base.thread.Interruptible;
import dev.parley.process.Supervisor;
import dev.parley.session.Sessions;
import dev.parley.work.change.LiveWorktrees;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// The same task for several agents at once, each a live session in a worktree of its own.
/// Worktrees and sessions stay when a race is forgotten, which it is when Parley ends. Thread-safe.
public final class Races {
    private static final int MOST = 8;

    private final LiveWorktrees worktrees;
    private final Sessions sessions;
    private final Supervisor supervisor;
    private final Map<String, String> environment;
    private final Predicate<String> isProvider;
    private final RaceJudge judge;
    private final Clock clock;
    private final Map<String, Running> races = new ConcurrentHashMap<>();

    /// @param environment the variables Parley was started with
    public Races(
            LiveWorktrees worktrees,
            Sessions sessions,
            Supervisor supervisor,
            Map<String, String> environment,
            Predicate<String> isProvider,
            RaceJudge judge,
            Clock clock) {
        this.worktrees = worktrees;
        this.sessions = sessions;
        this.supervisor = supervisor;
        this.environment = Map.copyOf(environment);
        this.isProvider = isProvider;
        this.judge = judge;
        this.clock = clock;
    }

    private static final class Running {
        final String id;
        final Path project;
        final String task;
        final Instant startedAt;
        final List<RaceLane> lanes;
        final List<Thread> threads = new ArrayList<>();
        volatile @Nullable Integer taken;
        volatile RaceInfo.@Nullable Judgement judgement;

        Running(String id, Path project, String task, Instant startedAt, List<RaceLane> lanes) {
            this.id = id;
            this.project = project;
            this.task = task;
            this.startedAt = startedAt;
            this.lanes = List.copyOf(lanes);
        }

        RaceInfo info() {
            return new RaceInfo(
                    id,
                    project.toString(),
                    task,
                    startedAt,
                    taken,
                    judgement,
                    lanes.stream().map(RaceLane::info).toList());
        }
    }

    /// Starts a race and returns at once.
    public RaceInfo start(RaceRequest request) {
        var race =
                begin(
                        Path.of(request.project() == null ? "" : request.project()),
                        request.task() == null ? "" : request.task(),
                        request.models());
        var check =
                request.check() == null || request.check().isBlank()
                        ? null
                        : new RaceCheck(supervisor, environment, request.check());
        if (request.judge() != null && !request.judge().isBlank()) {
            race.judgement = new RaceInfo.Judgement(request.judge(), null, null, null);
        }
        var runners = new ArrayList<Thread>();
        for (var lane : race.lanes) {
            runners.add(
                    Interruptible.start(
                            "race-" + race.id, () -> run(lane, request, race.project, check)));
        }
        race.threads.addAll(runners);
        if (race.judgement != null) {
            race.threads.add(Interruptible.start("judge-" + race.id, () -> judge(race, runners)));
        }
        return race.info();
    }

    private Running begin(Path project, String task, List<String> agents) {
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
                        .mapToObj(at -> new RaceLane(at + 1, agents.get(at), isProvider))
                        .toList();
        var id = "r" + UUID.randomUUID().toString().substring(0, 8);
        var race = new Running(id, project, task, clock.instant(), lanes);
        races.put(id, race);
        return race;
    }

    /// A race whose lanes somebody else runs: another agent that has several do the same.
    public Hosted host(Path project, String task, List<String> agents) {
        return new Hosted(begin(project, task, agents));
    }

    /// How the one who runs a race tells of it.
    public static final class Hosted {
        private final Running race;

        private Hosted(Running race) {
            this.race = race;
        }

        public String id() {
            return race.id;
        }

        /// @param lane counts from 1
        public void live(int lane, SessionId session) {
            race.lanes.get(lane - 1).follow(session);
        }

        public void ended(int lane, RaceResult result) {
            race.lanes.get(lane - 1).end(result);
        }
    }

    /// The judge sees what everybody would see: the table and the patches.
    private void judge(Running race, List<Thread> runners) throws InterruptedException {
        for (var runner : runners) {
            runner.join();
        }
        var model = race.judgement == null ? "" : race.judgement.model();
        try {
            var text = judge.advise(model, race.project, RaceMaterial.of(race.info(), worktrees));
            race.judgement =
                    new RaceInfo.Judgement(
                            model, text, RaceMaterial.lane(text, race.lanes.size()), null);
        } catch (Problem problem) {
            race.judgement =
                    new RaceInfo.Judgement(
                            model, null, null, problem.message() + " " + problem.remedy());
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(Races.class).error("A judge failed", e);
            race.judgement = new RaceInfo.Judgement(model, null, null, "Parley failed.");
        }
    }

    private void run(RaceLane lane, RaceRequest request, Path project, @Nullable RaceCheck check)
            throws InterruptedException {
        try {
            lane.run(request, project, worktrees, sessions, check);
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(Races.class).error("A lane of a race failed", e);
        }
    }

    /// The newest first.
    public List<RaceInfo> list() {
        return races.values().stream()
                .map(Running::info)
                .sorted(Comparator.comparing(RaceInfo::startedAt).reversed())
                .toList();
    }

    public RaceInfo info(String id) {
        return race(id).info();
    }

    private Running race(String id) {
        var race = races.get(id);
        if (race == null) {
            throw Problem.notFound(
                    "There is no race \"" + id + "\".",
                    "It was forgotten when Parley ended; its worktrees are in `parley worktrees`.");
        }
        return race;
    }

    /// Returns when all are done.
    public RaceInfo await(String id) throws InterruptedException {
        var race = race(id);
        for (var thread : race.threads) {
            thread.join();
        }
        return race.info();
    }

    /// Brings what one of them did into the user's tree, and keeps what the others did as branches.
    /// One that cannot be kept so stays in its worktree, and says why.
    ///
    /// @param number of the lane
    public UndoPlan take(String id, int number) throws InterruptedException {
        var race = race(id);
        if (!race.lanes.stream().allMatch(RaceLane::isOver)) {
            throw new Problem(
                    Problem.Kind.BUSY, "Not all of them are done.", "Wait, or interrupt them.");
        }
        var chosen =
                race.lanes.stream()
                        .filter(lane -> lane.number() == number)
                        .findFirst()
                        .orElseThrow(() ->
                                Problem.notFound(
                                        "The race has no lane " + number + ".",
                                        "They count from 1."));
        var place = chosen.worktree();
        if (place == null) {
            throw Problem.invalid("That lane has done nothing.", "Take another one.");
        }
        var plan = worktrees.apply(place, false);
        race.taken = number;
        for (var lane : race.lanes) {
            if (!lane.equals(chosen)) {
                keepAsBranch(lane, "parley/" + id + "/" + lane.number());
            }
        }
        return plan;
    }

    private void keepAsBranch(RaceLane lane, String branch) throws InterruptedException {
        var place = lane.worktree();
        if (place == null || lane.isKept()) {
            return;
        }
        try {
            worktrees.branch(place, branch);
            lane.keptAs(branch);
        } catch (Problem problem) {
            lane.notKept("It is no branch: " + problem.message() + " " + problem.remedy());
        }
    }

    /// Takes what was taken out of the user's tree again; another one can be taken then.
    public UndoPlan untake(String id) throws InterruptedException {
        var race = race(id);
        var taken = race.taken;
        var place = taken == null ? null : race.lanes.get(taken - 1).worktree();
        if (place == null) {
            throw Problem.invalid("None of this race is taken.", "Take one first.");
        }
        try {
            var plan = worktrees.unapply(place, false);
            race.taken = null;
            return plan;
        } catch (Problem problem) {
            if (problem.kind() == Problem.Kind.NOT_FOUND) {
                race.taken = null; // somebody else took it back
            }
            throw problem;
        }
    }
}
