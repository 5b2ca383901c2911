package dev.parley.work.agent;

import dev.parley.api.ChainLink;
import dev.parley.api.LaneInfo;
import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.event.Envelope;
import dev.parley.work.race.RaceResult;
import dev.parley.work.race.Races;

import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/// Has several agents do the same work side by side, each in a worktree of its own, so that one can
/// choose. One that fails keeps no other from its work. Thread-safe.
public final class WorkTogether {
    static final int MOST = 8;

    /// How much was changed.
    public record DiffSize(int files, long added, long removed) {}

    /// What one of them did.
    ///
    /// @param result absent if it could not even begin
    /// @param problem why it could not
    public record Lane(
            String agent,
            Optional<WorkResult> result,
            Optional<Problem> problem,
            Optional<DiffSize> diff) {}

    /// All of them, in the order in which they were named.
    ///
    /// @param comparison one line for each: status, size of the change, checks, cost
    /// @param race under which it is among the races, where one can be taken
    public record Outcome(String sessionId, String race, List<Lane> lanes, String comparison) {
        /// Whether nobody has done it.
        public boolean isError() {
            return lanes.stream()
                    .noneMatch(lane -> lane.result().filter(it -> !it.isError()).isPresent());
        }
    }

    private final WorkWith work;
    private final Races races;

    public WorkTogether(WorkWith work, Races races) {
        this.work = work;
        this.races = races;
    }

    /// For a person or a program of theirs.
    public Outcome run(List<String> agents, WorkRequest request, WorkListener sink)
            throws InterruptedException {
        return run(agents, request, Optional.empty(), sink);
    }

    /// @param request its own agent does not count
    /// @param caller the agent that asks for it, if one does
    /// @param sink hears all of them, on several threads
    public Outcome run(
            List<String> agents, WorkRequest request, Optional<ChainLink> caller, WorkListener sink)
            throws InterruptedException {
        if (agents.isEmpty() || agents.size() > MOST) {
            throw Problem.invalid(
                    agents.size() + " agents are named.", "Name between 1 and " + MOST + ".");
        }
        var session = request.sessionId().orElseGet(() -> UUID.randomUUID().toString());
        var race = races.host(request.project(), request.task(), agents);
        var tasks = new ArrayList<Callable<Lane>>();
        for (var at = 1; at <= agents.size(); at++) {
            var number = at;
            var agent = agents.get(at - 1);
            tasks.add(() ->
                    ran(
                            race,
                            number,
                            () ->
                                    lane(
                                            agent,
                                            request.in(session).apart(agent),
                                            caller,
                                            new LaneListener(race, number, sink))));
        }
        var lanes = new ArrayList<Lane>();
        // Closing it interrupts and awaits all of them when this thread is interrupted.
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var done : threads.invokeAll(tasks)) {
                lanes.add(done.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("A lane failed", e.getCause());
        }
        return new Outcome(session, race.id(), lanes, comparison(lanes));
    }

    /// Tells the race of a lane, with everything else that happens in it.
    private record LaneListener(Races.Hosted race, int number, WorkListener sink)
            implements WorkListener {
        @Override
        public void live(SessionId session) {
            race.live(number, session);
            sink.live(session);
        }

        @Override
        public void accept(Envelope envelope) {
            sink.accept(envelope);
        }
    }

    /// Whatever becomes of a lane, its race is told.
    private static Lane ran(Races.Hosted race, int number, Callable<Lane> lane) throws Exception {
        var began = System.nanoTime();
        var result = RaceResult.ended(Duration.ZERO);
        try {
            var done = lane.call();
            result = raced(done, Duration.ofNanos(System.nanoTime() - began));
            return done;
        } finally {
            race.ended(number, result);
        }
    }

    private static RaceResult raced(Lane lane, Duration duration) {
        var result = lane.result();
        var diff = lane.diff();
        var checks = result.flatMap(WorkResult::checks);
        return new RaceResult(
                result.filter(it -> !it.isError()).isPresent(),
                result.flatMap(WorkResult::keptWorktree)
                        .map(place -> place.getFileName().toString())
                        .orElse(null),
                checks.map(Checks.Result::passed).orElse(null),
                checks.map(Checks.Result::output).orElse(""),
                diff.map(WorkTogether::size).orElse(null),
                result.flatMap(it -> it.cost().usd()).orElse(null),
                duration,
                result.flatMap(WorkResult::error)
                        .or(() -> lane.problem().map(Problem::message))
                        .orElse(null));
    }

    private Lane lane(
            String agent, WorkRequest request, Optional<ChainLink> caller, WorkListener sink)
            throws InterruptedException {
        try {
            var result = work.run(request, caller, sink);
            var patch = result.patch();
            return new Lane(
                    agent,
                    Optional.of(result),
                    Optional.empty(),
                    result.filesChanged().map(files -> size(files.size(), patch.orElse(""))));
        } catch (Problem problem) {
            return new Lane(agent, Optional.empty(), Optional.of(problem), Optional.empty());
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(WorkTogether.class).error("An agent could not work", e);
            return new Lane(
                    agent, Optional.empty(), Optional.of(Problem.fault()), Optional.empty());
        }
    }

    private static LaneInfo.Size size(DiffSize diff) {
        return new LaneInfo.Size(diff.files(), (int) diff.added(), (int) diff.removed());
    }

    private static DiffSize size(int files, String patch) {
        return new DiffSize(files, count(patch, '+', "+++ "), count(patch, '-', "--- "));
    }

    private static long count(String patch, char sign, String heading) {
        return patch.lines()
                .filter(line ->
                        !line.isEmpty() && line.charAt(0) == sign && !line.startsWith(heading))
                .count();
    }

    private static String comparison(List<Lane> lanes) {
        return String.join("\n", lanes.stream().map(WorkTogether::line).toList());
    }

    private static String line(Lane lane) {
        if (lane.result().isEmpty()) {
            return lane.agent()
                    + ": not started: "
                    + lane.problem().map(Problem::message).orElse("");
        }
        var result = lane.result().get();
        var parts =
                Stream.of(
                                Optional.of(result.status().wireName()),
                                lane.diff()
                                        .map(diff ->
                                                "%d files, +%d -%d"
                                                        .formatted(
                                                                diff.files(),
                                                                diff.added(),
                                                                diff.removed())),
                                Optional.of(
                                        result.checks()
                                                .map(it ->
                                                        it.passed()
                                                                ? "checks passed"
                                                                : "checks failed")
                                                .orElse("not checked")),
                                Optional.of(
                                        result.cost()
                                                .usd()
                                                .map(usd -> "%.4f USD".formatted(usd))
                                                .orElse("cost unknown")))
                        .flatMap(Optional::stream)
                        .toList();
        return lane.agent() + ": " + String.join(", ", parts);
    }
}
