package dev.parley.work.agent;

import dev.parley.base.problem.Problem;
import dev.parley.work.advice.AskModel;
import dev.parley.work.advice.Cost;
import dev.parley.work.advice.Participant;
import dev.parley.work.agent.GroupResult.Contribution;
import dev.parley.work.agent.GroupResult.Skipped;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// Those who think together, what they have said and what it cost. One who fails is out, and it is
/// said why. Belongs to the thread that asked.
final class GroupCircle {
    /// One answer, or why there is none.
    private record Reply(String model, Optional<String> text, Cost cost, String failure) {}

    private final AskModel models;
    private final Path project;
    private final Map<String, Participant> present = new LinkedHashMap<>();
    private final List<Contribution> contributions = new ArrayList<>();
    private final List<Skipped> skipped = new ArrayList<>();
    private Cost cost = new Cost(Optional.of(0.0), Cost.Status.REPORTED);

    GroupCircle(AskModel models, Path project, List<String> names) {
        this.models = models;
        this.project = project;
        for (var name : names) {
            try {
                var participant = models.participants().adviser(name);
                present.putIfAbsent(participant.model(), participant);
            } catch (Problem problem) {
                skipped.add(new Skipped(name, problem.message()));
            }
        }
    }

    /// Those who have not failed yet.
    List<String> present() {
        return List.copyOf(present.keySet());
    }

    List<Contribution> contributions() {
        return contributions;
    }

    List<Skipped> skipped() {
        return skipped;
    }

    Cost cost() {
        return cost;
    }

    /// One of them says something; nothing if it fails.
    Optional<String> ask(String model, String part, Optional<String> system, String question)
            throws InterruptedException {
        return take(reply(Objects.requireNonNull(present.get(model)), system, question), part);
    }

    /// Somebody who need not be one of them.
    Optional<String> askAnybody(
            Participant who, String part, Optional<String> system, String question)
            throws InterruptedException {
        return take(reply(who, system, question), part);
    }

    /// All of them at once, each by itself.
    ///
    /// @return what each said, by model
    Map<String, String> askAll(
            String part, Optional<String> system, Function<String, String> question)
            throws InterruptedException {
        var tasks = new ArrayList<Callable<Reply>>();
        for (var who : present.values()) {
            tasks.add(() -> reply(who, system, question.apply(who.model())));
        }
        var said = new LinkedHashMap<String, String>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var done : threads.invokeAll(tasks)) {
                var reply = done.get();
                take(reply, part).ifPresent(text -> said.put(reply.model(), text));
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("A participant failed", e.getCause());
        }
        return said;
    }

    private Reply reply(Participant who, Optional<String> system, String question)
            throws InterruptedException {
        try {
            var advice = models.ask(who, project, system, question);
            return new Reply(who.model(), Optional.of(advice.text()), advice.cost(), "");
        } catch (Problem problem) {
            return new Reply(who.model(), Optional.empty(), Cost.UNKNOWN, problem.message());
        }
    }

    private Optional<String> take(Reply reply, String part) {
        if (reply.text().isEmpty()) {
            present.remove(reply.model());
            skipped.add(new Skipped(reply.model(), reply.failure()));
            return Optional.empty();
        }
        cost = cost.plus(reply.cost());
        contributions.add(new Contribution(reply.model(), part, reply.text().get()));
        return reply.text();
    }

    /// What was said, each between marks that are in none of them.
    static String told(List<Contribution> said) {
        var mark = "====";
        while (contains(said, mark)) {
            mark += "=";
        }
        var all = new StringBuilder();
        for (var one : said) {
            all.append(mark).append(' ').append(one.model());
            all.append(" (").append(one.part()).append(")\n");
            all.append(one.text().strip()).append('\n');
        }
        return all.append(mark).toString();
    }

    private static boolean contains(List<Contribution> said, String mark) {
        return said.stream().anyMatch(one -> one.text().contains(mark));
    }
}
