package dev.parley.work.agent;

import dev.parley.api.PendingApproval;
import dev.parley.api.SessionId;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.Intent;
import dev.parley.session.Sessions;
import dev.parley.work.chain.Chains;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// Asks a person, at the inbox of approvals, whether work may cost more. Thread-safe.
final class SpendingQuestions {
    private static final String TOOL = "spend";

    private final Sessions sessions;
    private final Chains chains;
    private final Clock clock;

    SpendingQuestions(Sessions sessions, Chains chains, Clock clock) {
        this.sessions = sessions;
        this.chains = chains;
        this.clock = clock;
    }

    /// How much may be spent today, if that is limited. A day whose budget is used up is a question
    /// before anything starts.
    ///
    /// @throws Problem when nobody allows it
    Optional<Double> leftToday(Path project, String provider, String model, WorkListener listener)
            throws InterruptedException {
        var perDay = chains.limits().perDay();
        if (perDay.isEmpty()) {
            return Optional.empty();
        }
        var today = chains.today();
        var left = perDay.get() - today.usd();
        if (left > 0) {
            return Optional.of(left);
        }
        var question =
                "Work for others has cost %s today, and the budget per day is %s.%s %s would begin another piece of work. May it?"
                        .formatted(
                                dollars(today.usd()),
                                dollars(perDay.get()),
                                unknown(today.unknown()),
                                model);
        if (!ask(Optional.empty(), project, provider, question, listener)) {
            throw new Problem(
                    Problem.Kind.OVER_LIMIT,
                    "BudgetUsedUp: work for others has cost %s today, and the budget per day is %s. A person was asked and did not allow more."
                            .formatted(dollars(today.usd()), dollars(perDay.get())),
                    "Do it yourself, or ask again tomorrow.");
        }
        return Optional.empty();
    }

    private static String unknown(long pieces) {
        return pieces == 0
                ? ""
                : pieces == 1
                        ? " What one more piece cost is not known."
                        : " What " + pieces + " more pieces cost is not known.";
    }

    /// Whether work that has reached a limit may go on.
    boolean mayGoOn(
            CostGuard guard,
            Optional<SessionId> session,
            Path project,
            String provider,
            String model,
            WorkListener listener)
            throws InterruptedException {
        var limit =
                guard.reached().orElseThrow() == CostGuard.Reached.MAX_COST
                        ? "max_cost is " + dollars(guard.limit())
                        : dollars(guard.limit()) + " were left of today's budget";
        var question =
                "%s has cost %s so far; %s. It waits. May it go on?"
                        .formatted(model, dollars(guard.cost().usd().orElse(0.0)), limit);
        return ask(session, project, provider, question, listener);
    }

    private boolean ask(
            Optional<SessionId> session,
            Path project,
            String provider,
            String question,
            WorkListener listener)
            throws InterruptedException {
        var id = session.orElseGet(SessionId::random);
        var now = clock.instant();
        var timeout = sessions.approvalTimeout();
        listener.live(id);
        return sessions.approvals()
                .ask(
                        new PendingApproval(
                                id,
                                "spend-" + UUID.randomUUID(),
                                provider,
                                project,
                                TOOL,
                                "Spend more: " + question,
                                question,
                                Json.object().put("question", question),
                                Intent.of(null, project),
                                null,
                                List.of("allow", "deny"),
                                false,
                                false,
                                now,
                                timeout.isZero() ? null : now.plus(timeout),
                                true),
                        timeout);
    }

    static String dollars(double usd) {
        return String.format(Locale.ROOT, "%.4f US dollars", usd);
    }
}
