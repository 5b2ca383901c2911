package dev.parley.work.agent;

import dev.parley.base.problem.Problem;
import dev.parley.room.Answer;
import dev.parley.room.Order;
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
import java.util.concurrent.ConcurrentHashMap;

/// Those who think together, what they have said and what it cost. One who fails is named with the
/// reason. Turns may be taken on any thread; all else is for the thread that asked.
final class GroupCircle {
    private final AskModel models;
    private final Path project;
    private final Map<String, Participant> known = new LinkedHashMap<>();
    private final List<String> members;
    private final List<Contribution> contributions = new ArrayList<>();
    private final List<Skipped> skipped = new ArrayList<>();
    private final Map<Order, Cost> costs = new ConcurrentHashMap<>();
    private final Map<Order, String> failures = new ConcurrentHashMap<>();
    private Cost cost = new Cost(Optional.of(0.0), Cost.Status.REPORTED);

    GroupCircle(AskModel models, Path project, List<String> names) {
        this.models = models;
        this.project = project;
        for (var name : names) {
            try {
                var _ = add(name);
            } catch (Problem problem) {
                skipped.add(new Skipped(name, problem.message()));
            }
        }
        members = List.copyOf(known.keySet());
    }

    /// Somebody who need not be one of them.
    ///
    /// @return the name of its model
    String add(String name) {
        var participant = models.participants().adviser(name);
        known.putIfAbsent(participant.model(), participant);
        return participant.model();
    }

    /// Those who can be asked.
    List<String> members() {
        return members;
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

    Answer take(Order order, String role) throws InterruptedException {
        var who = Objects.requireNonNull(known.get(order.agent()));
        try {
            var advice = models.ask(who, project, Optional.of(role), order.cue());
            costs.put(order, advice.cost());
            return new Answer(order.agent(), order.phase(), Answer.Kind.SAID, advice.text());
        } catch (Problem problem) {
            failures.put(order, problem.message());
            return Answer.failed(order);
        }
    }

    /// Counts what came of a turn, in the order in which the turns were ordered.
    void count(Order order, Answer answer) {
        if (answer.kind() == Answer.Kind.SAID) {
            cost = cost.plus(Objects.requireNonNullElse(costs.remove(order), Cost.UNKNOWN));
            contributions.add(new Contribution(answer.agent(), answer.phase(), answer.text()));
        } else {
            var why = failures.remove(order);
            skipped.add(
                    new Skipped(
                            order.agent(),
                            Objects.requireNonNullElse(why, "Something went wrong in Parley.")));
        }
    }
}
