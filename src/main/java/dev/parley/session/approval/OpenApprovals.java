package dev.parley.session.approval;

import dev.parley.api.ApprovalId;
import dev.parley.api.LiveCapability;
import dev.parley.api.PendingApproval;
import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Action.Decision;
import dev.parley.event.Event;
import dev.parley.event.Intent;
import dev.parley.provider.ProviderProfile;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The questions of one session that wait for an answer, and what answers them without a person:
/// the user's rules, what was allowed for the session, and time. Its session's thread owns it.
public final class OpenApprovals {
    /// Whose answer it is, as `approval.response` names it.
    enum By {
        PERSON("person"),
        RULE("rule"),
        SESSION("session"),
        TIMEOUT("timeout"),
        PARLEY("parley"),
        AGENT("agent");

        final String wireName;

        By(String wireName) {
            this.wireName = wireName;
        }
    }

    /// An answer to a question.
    ///
    /// @param grant what else it allows in this session, or what it was allowed by
    public record Answer(
            Event.ApprovalRequested question,
            Action.Decide decision,
            By by,
            @Nullable SessionGrant grant) {
        Answer(Event.ApprovalRequested question, Action.Decide decision, By by) {
            this(question, decision, by, null);
        }

        public Event.ApprovalAnswered event() {
            var isDenied = decision.decision() == Decision.DENY;
            return new Event.ApprovalAnswered(
                    question.requestId(),
                    question.toolName(),
                    !isDenied,
                    by.wireName,
                    isDenied ? decision.reason() : null,
                    grant == null ? null : grant.text());
        }
    }

    private record Open(
            Event.ApprovalRequested question,
            PendingApproval pending,
            Optional<SessionGrant> grant,
            long deadline) {}

    private static final String FOR_SESSION = "allow_for_session";
    private static final int MOST_OPEN = 100;

    private final SessionId session;
    private final Approvals inbox;
    private final ApprovalRules rules;
    private final Duration timeout;
    private final Clock clock;
    private final Map<String, Open> open = new LinkedHashMap<>();
    private final Set<SessionGrant> allowed = new LinkedHashSet<>();

    public OpenApprovals(
            SessionId session,
            Approvals inbox,
            ApprovalRules rules,
            Duration timeout,
            Clock clock) {
        this.session = session;
        this.inbox = inbox;
        this.rules = rules;
        this.timeout = timeout;
        this.clock = clock;
    }

    public int count() {
        return open.size();
    }

    /// Why no person is asked. Under the id of another question, the answer to that one would count
    /// for this one.
    private Optional<String> objection(Event.ApprovalRequested question) {
        if (open.containsKey(question.requestId())) {
            return Optional.of("Another question has the same id.");
        }
        return open.size() < MOST_OPEN
                ? Optional.empty()
                : Optional.of(MOST_OPEN + " questions wait already.");
    }

    /// @return the answer, when no person is needed; otherwise it waits in the inbox
    public Optional<Answer> asked(
            Event.ApprovalRequested question, ProviderProfile profile, Path cwd) {
        var objection = objection(question);
        if (objection.isPresent()) {
            close(question.requestId()); // an answer to the first one would count for this one
            return Optional.of(
                    new Answer(
                            question,
                            Action.Decide.deny(question.requestId(), objection.get()),
                            By.PARLEY));
        }
        var intent =
                Objects.requireNonNullElseGet(
                        question.intent(), () -> Intent.of(question.input(), cwd));
        var decided = rules.decide(question, intent, cwd);
        if (decided.isPresent()) {
            var decision =
                    decided.get() == Decision.DENY
                            ? Action.Decide.deny(
                                    question.requestId(),
                                    "A rule in the user's Parley configuration forbids it.")
                            : Action.Decide.allow(question.requestId());
            return Optional.of(new Answer(question, decision, By.RULE));
        }
        var grant = allowed.stream().filter(each -> each.covers(question)).findFirst();
        if (grant.isPresent() && !question.asksForValues()) {
            return Optional.of(
                    new Answer(
                            question,
                            Action.Decide.allow(question.requestId()),
                            By.SESSION,
                            grant.get()));
        }
        var live = profile.findLive().orElseThrow();
        var now = clock.instant();
        var pending =
                new PendingApproval(
                        session,
                        question.requestId(),
                        profile.id(),
                        cwd,
                        question.toolName(),
                        wish(question, intent, cwd),
                        question.description(),
                        question.input(),
                        intent,
                        question.forSession(),
                        question.options(),
                        live.can(LiveCapability.EDITED_INPUT) || question.asksForValues(),
                        live.can(LiveCapability.REASON),
                        now,
                        timeout.isZero() ? null : now.plus(timeout),
                        false);
        open.put(
                question.requestId(),
                new Open(
                        question,
                        pending,
                        SessionGrant.of(question, cwd),
                        System.nanoTime() + timeout.toNanos()));
        inbox.open(pending);
        return Optional.empty();
    }

    /// What it is about, as a rule would say it. A command that runs elsewhere than the session
    /// says where.
    private static String wish(Event.ApprovalRequested question, Intent intent, Path cwd) {
        if (question.asksForValues()) {
            return question.toolName() + ": " + question.description();
        }
        if (question.input() == null) {
            return question.toolName() + ", in its own words: " + question.description();
        }
        var isElsewhere = intent.command() != null && !intent.directory().equals(cwd.toString());
        return "%s(%s)%s"
                .formatted(
                        question.toolName(),
                        new ApprovalSubject(question.toolName(), intent, question.input(), cwd)
                                .text(),
                        isElsewhere ? " in " + intent.directory() : "");
    }

    /// With what it is about, and every answer it can be given: what is allowed for the session we
    /// remember, also where the agent would. One that could, but does not offer it, means something
    /// that is answered only once.
    public static Event.ApprovalRequested complete(
            Event.ApprovalRequested asked, ProviderProfile.Live live, Path cwd) {
        var question = asked.meaning(Intent.of(asked.input(), cwd));
        var offered = asked.options();
        if (!offered.isEmpty() && !offered.contains("allow")) {
            return question;
        }
        var isOnce =
                live.can(LiveCapability.APPROVAL_FOR_SESSION)
                        && !offered.isEmpty()
                        && !offered.contains(FOR_SESSION);
        return SessionGrant.of(question, cwd)
                .filter(_ -> !isOnce)
                .map(grant ->
                        question.offering(List.of("allow", FOR_SESSION, "deny"), grant.text()))
                .orElseGet(() -> question.offering(List.of("allow", "deny"), null));
    }

    /// A person's answer. One that holds for the session reaches the agent like any other.
    public Answer decide(Action.Decide decision) {
        var found = open.get(decision.requestId());
        if (found == null) {
            throw Problem.notFound(
                    "Nothing waits for an answer under \"" + decision.requestId() + "\".",
                    "It was answered already, or the agent took it back.");
        }
        if (decision.input() != null && !found.pending().canEdit()) {
            throw Problem.invalid(
                    found.pending().provider() + " does only what it asked for, or nothing.",
                    "Leave the input out, or deny it and say what to do instead.");
        }
        var isForSession = decision.decision() == Decision.ALLOW_FOR_SESSION;
        if (isForSession && !found.question().options().contains(FOR_SESSION)) {
            throw Problem.invalid(
                    "This can be allowed once only.", "Allow it without \"for this session\".");
        }
        close(decision.requestId());
        if (!isForSession) {
            return new Answer(found.question(), decision, By.PERSON);
        }
        var once =
                new Action.Decide(
                        decision.requestId(), Decision.ALLOW, decision.reason(), decision.input());
        // What a person wrote instead is nothing the agent will ask for again.
        var grant = decision.input() == null ? found.grant().orElse(null) : null;
        if (grant != null) {
            allowed.add(grant);
        }
        return new Answer(found.question(), once, By.PERSON, grant);
    }

    /// The nanoseconds until the next question times out; empty when none does.
    public Optional<Long> untilNextTimeout() {
        return timeout.isZero() || open.isEmpty()
                ? Optional.empty()
                : open.values().stream()
                        .map(Open::deadline)
                        .min(Long::compare)
                        .map(deadline -> Math.max(0, deadline - System.nanoTime()));
    }

    /// The answers to all questions that waited too long.
    public List<Answer> timedOut() {
        var now = System.nanoTime();
        var late =
                open.values().stream()
                        .filter(found -> !timeout.isZero() && found.deadline() - now <= 0)
                        .map(Open::question)
                        .toList();
        late.forEach(question -> close(question.requestId()));
        var reason = "Nobody answered within " + timeout.toSeconds() + " seconds.";
        return late.stream()
                .map(question ->
                        new Answer(
                                question,
                                Action.Decide.deny(question.requestId(), reason),
                                By.TIMEOUT))
                .toList();
    }

    /// The agent does not wait any more.
    ///
    /// @return false when it was not known to wait
    public boolean close(String requestId) {
        var found = open.remove(requestId);
        if (found != null) {
            inbox.close(new ApprovalId(session, requestId));
        }
        return found != null;
    }

    /// Closes all questions, because the agent that asked is gone.
    public List<Event> withdrawAll() {
        var questions = open.values().stream().map(Open::question).toList();
        questions.forEach(question -> close(question.requestId()));
        return questions.stream()
                .map(question ->
                        (Event)
                                new Answer(
                                                question,
                                                Action.Decide.deny(question.requestId(), null),
                                                By.AGENT)
                                        .event())
                .toList();
    }
}
