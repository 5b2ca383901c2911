package dev.parley.work.agent;

import dev.parley.api.SessionId;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.Secrets;
import dev.parley.event.Usage;
import dev.parley.store.ConversationKey;
import dev.parley.store.ConversationStore.NativeSession;
import dev.parley.wire.OneShotDialect;
import dev.parley.work.advice.Cost;
import dev.parley.work.advice.Participant;
import dev.parley.work.conversation.Conversations;
import dev.parley.work.run.Outcome;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// One piece of work while it runs: what the agent says, what it costs, what is remembered of it.
/// Belongs to the thread that asked.
final class WorkTurn {
    private static final int LONGEST_PATCH = 200_000;

    /// Runs the agent once.
    interface Player {
        Outcome play(Optional<String> session, String text, Path place, WorkListener events)
                throws InterruptedException;
    }

    /// What is different in a worktree.
    record Apart(String patch, Optional<Path> kept, Optional<Checks.Result> checks) {
        static final Apart NOT = new Apart("", Optional.empty(), Optional.empty());
    }

    private final ConversationKey key;
    private final Participant.Cli agent;
    private final Player player;
    private final CostGuard guard;
    private final Conversations conversations;
    private final AnswerShape answers;
    private final Clock clock;
    private final Instant began;
    private final List<String> notes;
    private final WorkListener sink;
    private final long asked;
    private SaidText said = new SaidText();
    private @Nullable Outcome outcome;
    private Optional<SessionId> live = Optional.empty();
    private Optional<String> nativeId = Optional.empty();

    WorkTurn(
            WorkRequest request,
            ConversationKey key,
            Participant.Cli agent,
            Player player,
            CostGuard guard,
            Conversations conversations,
            AnswerShape answers,
            Clock clock,
            Instant began,
            List<String> notes,
            WorkListener sink)
            throws InterruptedException {
        this.key = key;
        this.agent = agent;
        this.player = player;
        this.guard = guard;
        this.conversations = conversations;
        this.answers = answers;
        this.clock = clock;
        this.began = began;
        this.notes = new ArrayList<>(notes);
        this.sink = sink;
        var metadata =
                Json.object()
                        .put("model", agent.model())
                        .put("role", request.role())
                        .put("permission", request.permission().wireName())
                        .put("worktree", request.worktree());
        request.effort().ifPresent(effort -> metadata.put("effort", effort));
        request.context().forEach(metadata.putArray("context")::add);
        asked = conversations.asked(key, WorkWith.TOOL, agent.who(), request.task(), metadata);
    }

    /// The number of the turn in which the user asked for this.
    long asked() {
        return asked;
    }

    /// @param text what the agent is told
    void play(Optional<String> session, String text, Path place) throws InterruptedException {
        said = new SaidText();
        var listening = said;
        guard.begin();
        try {
            outcome =
                    player.play(
                            session,
                            text,
                            place,
                            new WorkListener() {
                                @Override
                                public void accept(Envelope envelope) {
                                    listening.add(envelope);
                                    nativeId =
                                            Optional.ofNullable(envelope.sessionId())
                                                    .or(() -> nativeId);
                                    sink.accept(envelope);
                                    guard.add(envelope.event());
                                }

                                @Override
                                public void live(SessionId id) {
                                    live = Optional.of(id);
                                    sink.live(id);
                                }
                            });
        } catch (CostGuard.TooExpensive _) {
            outcome = stopped();
        } catch (InterruptedException e) {
            if (!guard.end()) {
                throw e;
            }
            outcome = stopped();
        } catch (Problem problem) {
            // Some CLIs are asked for the session before they are started.
            if (session.isEmpty() || problem.kind() != Problem.Kind.NOT_FOUND) {
                throw problem;
            }
            outcome = gone(problem);
        }
        var isStopped = guard.end();
        if (Thread.interrupted() && !isStopped) {
            throw new InterruptedException();
        }
    }

    /// It costs too much, and can go on where it stopped if a person allows it.
    boolean isPaused() {
        return guard.reached().isPresent() && outcome().reason() == EndReason.INTERRUPTED;
    }

    CostGuard guard() {
        return guard;
    }

    Optional<SessionId> live() {
        return live;
    }

    Optional<String> nativeId() {
        return outcome().sessionId().or(() -> nativeId);
    }

    /// The live session was ended in the middle of its turn.
    private Outcome stopped() {
        return new Outcome(EndReason.INTERRUPTED, nativeId, "", Optional.empty(), Optional.empty());
    }

    private static Outcome gone(Problem problem) {
        return new Outcome(
                EndReason.ERROR,
                Optional.empty(),
                "",
                Optional.empty(),
                Optional.of(
                        Event.Failed.fatal(problem.message(), OneShotDialect.SESSION_NOT_FOUND)));
    }

    private Outcome outcome() {
        return Objects.requireNonNull(outcome);
    }

    boolean lacksSession() {
        return outcome().lacksSession();
    }

    WorkResult.Status status() {
        return switch (outcome().reason()) {
            case COMPLETED ->
                    outcome().answer().isBlank()
                            ? WorkResult.Status.FAILED
                            : WorkResult.Status.COMPLETED;
            case TIMEOUT -> WorkResult.Status.TIMEOUT;
            case INTERRUPTED ->
                    guard.reached().isPresent()
                            ? WorkResult.Status.OVER_BUDGET
                            : WorkResult.Status.FAILED;
            case ERROR, OUTPUT_LIMIT -> WorkResult.Status.FAILED;
        };
    }

    private Optional<String> error() {
        return switch (status()) {
            case COMPLETED -> Optional.empty();
            case OVER_BUDGET ->
                    Optional.of(
                            "It was ended because it cost more than it may (%s), and nobody allowed more."
                                    .formatted(SpendingQuestions.dollars(guard.limit())));
            case TIMEOUT -> Optional.of("Timeout: " + failure());
            case FAILED -> Optional.of(failure());
        };
    }

    private String failure() {
        return Secrets.mask(
                outcome().failure().map(Event.Failed::message).orElse("It ended without a word."));
    }

    WorkResult result(Optional<List<String>> files, Apart apart) throws InterruptedException {
        var status = status();
        var isDone = status == WorkResult.Status.COMPLETED;
        var text = isDone ? outcome().answer() : said.text();
        var shaped = answers.shape(key.project(), text);
        var error = error();
        var cost = cost();
        if (guard.isLimited() && cost.usd().isEmpty()) {
            notes.add("What it cost is not known, so the limit of its cost could not be kept.");
        }
        if (isDone && guard.reached().isPresent()) {
            notes.add("It cost more than it may, and was done before it could be stopped.");
        }
        var patch = Optional.of(apart.patch()).filter(it -> !it.isEmpty());
        var patchPath = patch.map(it -> answers.keep(it, ".patch"));
        return new WorkResult(
                status,
                agent.model(),
                agent.who(),
                error.orElse(shaped.summary()),
                Optional.of(shaped.text()).filter(it -> !it.isBlank()),
                shaped.truncated(),
                shaped.full(),
                files,
                patch.filter(it -> it.length() <= LONGEST_PATCH),
                patchPath,
                apart.kept(),
                apart.checks(),
                usage(),
                cost,
                key.sessionId(),
                nativeId(),
                Duration.between(began, Instant.now(clock)),
                error,
                notes);
    }

    /// Of all its runs, as the cost is.
    private Optional<Usage> usage() {
        return guard.usage().or(() -> outcome().usage());
    }

    private Cost cost() {
        return guard.cost();
    }

    /// Stores what became of it. A native session is remembered only when it can be resumed.
    void remember(WorkResult result, boolean canResume) throws InterruptedException {
        var metadata =
                Json.object()
                        .put("status", result.status().wireName())
                        .put("model", result.model())
                        .put("costStatus", result.cost().status().wireName())
                        .put("durationMs", result.duration().toMillis());
        result.cost().usd().ifPresent(usd -> metadata.put("costUsd", usd));
        result.usage().ifPresent(usage -> metadata.set("usage", Json.tree(usage)));
        result.error().ifPresent(error -> metadata.put("error", error));
        result.filesChanged()
                .ifPresent(files -> files.forEach(metadata.putArray("filesChanged")::add));
        var words =
                result.status() == WorkResult.Status.COMPLETED ? outcome().answer() : said.text();
        var number =
                conversations.answered(
                        key, WorkWith.TOOL, agent.who(), nativeId(), words, metadata);
        var id = nativeId();
        if (canResume && id.isPresent() && result.status() == WorkResult.Status.COMPLETED) {
            conversations.bind(key, new NativeSession(agent.who(), id.get(), number));
        }
    }

    /// Stores that it came to nothing.
    void abandon(Exception why) {
        var message =
                why instanceof InterruptedException
                        ? "It was cancelled."
                        : Secrets.mask(String.valueOf(why.getMessage()));
        conversations.failed(key, WorkWith.TOOL, agent.who(), said.text(), message);
    }
}
