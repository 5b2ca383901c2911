package dev.parley.work.call;

import dev.parley.api.ApiKey;
import dev.parley.api.LiveCapability;
import dev.parley.api.NewSession;
import dev.parley.api.RepositoryModel;
import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.provider.Attachments;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;
import dev.parley.provider.Target;
import dev.parley.provider.TurnRequest;
import dev.parley.session.Lent;
import dev.parley.session.Sessions;
import dev.parley.tool.ToolRegistry;
import dev.parley.work.CallRefused;
import dev.parley.work.Models;
import dev.parley.work.run.Limits;
import dev.parley.work.run.OneShot;
import dev.parley.work.run.Outcome;
import dev.parley.work.run.Scratch;
import dev.parley.workspace.worktree.Worktree;
import dev.parley.workspace.worktree.Worktrees;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Lets agents in repositories answer calls: finds the agent, builds its prompt, waits for its turn
/// and resumes its session.
public final class Calls {
    private final Models models;
    private final Providers providers;
    private final OneShot oneShot;
    private final Limits limits;
    private final Worktrees worktrees;
    private final NewFilePolicy helpers;
    private final Scratch scratch;
    private final WarmTurns warm;
    private final FunctionTurns functionTurns;
    private final KeyLimits keyLimits;
    private final CallSlots slots = new CallSlots();
    private final CallSessions sessions = new CallSessions();

    /// @param clock that never jumps, for the limits of keys
    public Calls(
            Models models,
            Providers providers,
            OneShot oneShot,
            Limits limits,
            Worktrees worktrees,
            NewFilePolicy helpers,
            Scratch scratch,
            Sessions live,
            Clock clock) {
        this.keyLimits = new KeyLimits(clock);
        this.warm = new WarmTurns(live);
        this.functionTurns = new FunctionTurns(live, warm, sessions);
        this.helpers = helpers;
        this.worktrees = worktrees;
        this.scratch = scratch;
        this.models = models;
        this.providers = providers;
        this.oneShot = oneShot;
        this.limits = limits;
    }

    /// Lets the agent answer on the calling thread; every event goes to `sink` as it happens. What
    /// is wrong with the call is a [Problem] before anything starts; what goes wrong later is in
    /// the outcome. An answer that should be JSON and is not, or that should call a function and
    /// does not, is such a failure.
    public CallResult play(Call asked, Consumer<Envelope> sink) throws InterruptedException {
        try (var _ = keyLimits.take(asked.key())) {
            var model = models.agent(asked.key(), asked.model());
            models.prepare(model);
            var terms = CallTerms.of(asked, model, providers.named(model.driver()));
            var call = terms.call();
            var directory = CallPlace.directory(call.model(), model);
            var result = AnswerCheck.tidied(call, play(call, model, directory, sink));
            var complaint = AnswerCheck.complaint(call, result);
            if (complaint.isPresent()) {
                var again = AnswerCheck.again(call, result, complaint.get());
                result = AnswerCheck.tidied(call, play(again, model, directory, sink));
            }
            return AnswerCheck.checked(call, result).ignoring(terms.ignored());
        }
    }

    /// Something else that answers calls.
    @FunctionalInterface
    public interface Other {
        CallResult play() throws InterruptedException;
    }

    /// Has something else answer, within the limits of the key.
    public CallResult counted(Optional<ApiKey> key, Other other) throws InterruptedException {
        try (var _ = keyLimits.take(key)) {
            return other.play();
        }
    }

    private CallResult play(
            Call call, RepositoryModel model, Path directory, Consumer<Envelope> sink)
            throws InterruptedException {
        try (var _ = slots.take(call.model(), model.findMaxConcurrent())) {
            var waiting = functionTurns.claim(call);
            if (waiting.isPresent()) {
                return goOn(waiting.get(), model, directory, sink);
            }
            var agentFile = CallPlace.agentFile(model, directory);
            if (!call.functions().isEmpty()) {
                return playWithFunctions(call, model, directory, agentFile, sink);
            }
            var notice = CallNotice.of(call, Optional.empty(), true);
            var prompt = CallPrompt.whole(agentFile, notice, call);
            if (model.warm()) {
                return playWarm(call, model, directory, prompt, sink);
            }
            // Said before it waits or gets a worktree, and not after.
            var prepared = prepare(call, model, directory, prompt, Optional.empty());
            return model.worktree()
                    ? playApart(call, model, directory, prompt, sink)
                    : playInLine(call, model, directory, prepared, sink);
        }
    }

    /// On a live session, whatever the model is otherwise: the agent's calls wait there.
    private CallResult playWithFunctions(
            Call call,
            RepositoryModel model,
            Path directory,
            Optional<String> agentFile,
            Consumer<Envelope> sink)
            throws InterruptedException {
        var turn = new FunctionTurn(call.functions());
        var notice = CallNotice.of(call, Optional.of(turn.box()), model.keepsOwnTools());
        try (var _ = slots.waitFor(directory)) {
            var known = rememberedLive(call, model);
            var prompt =
                    known.isEmpty()
                            ? CallPrompt.whole(agentFile, notice, call)
                            : CallPrompt.latest(call).below(notice);
            var watch = helpers.watch(model.policy(), directory);
            var wanted = session(model, directory, known, prompt);
            // Without tools of its own it has none of Parley's either.
            var isBare = known.isEmpty() && !model.keepsOwnTools();
            var session = isBare ? wanted.withTools(List.of()) : wanted;
            var begun = functionTurns.begin(turn, call, model, watch, session);
            return listen(begun, call, model, sink);
        }
    }

    /// The client brings what the agent waits for.
    private CallResult goOn(
            FunctionTurns.Waiting waiting,
            RepositoryModel model,
            Path directory,
            Consumer<Envelope> sink)
            throws InterruptedException {
        try (var _ = functionTurns.waitFor(waiting, () -> slots.waitFor(directory))) {
            waiting.conversation().answer(waiting.call(), waiting.results());
            return listen(waiting.conversation(), waiting.call(), model, sink);
        }
    }

    private CallResult listen(
            FunctionConversation conversation,
            Call call,
            RepositoryModel model,
            Consumer<Envelope> sink)
            throws InterruptedException {
        var part = conversation.next(model.timeoutOr(limits.timeout()), sink);
        if (!part.calls().isEmpty()) {
            functionTurns.hold(conversation, model.toolTimeout());
            return CallResult.of(part.outcome(), NewFilePolicy.Result.NOTHING)
                    .calling(part.calls());
        }
        remember(call, part.outcome());
        var keep = !call.memory().keep().isEmpty();
        return CallResult.of(part.outcome(), conversation.finish(part.outcome().reason(), keep));
    }

    private CallResult playInLine(
            Call call,
            RepositoryModel model,
            Path directory,
            OneShot.Prepared whole,
            Consumer<Envelope> sink)
            throws InterruptedException {
        try (var _ = slots.waitFor(directory)) {
            var known = remembered(call, canResume(model)).filter(id -> !SessionId.isOne(id));
            var prepared =
                    known.isEmpty() ? whole : prepare(call, model, directory, latest(call), known);
            var watch = helpers.watch(model.policy(), directory);
            var outcome = prepared.play(sink);
            remember(call, outcome);
            return CallResult.of(outcome, enforce(watch, call, model, outcome));
        }
    }

    /// On a process that is there already, or stays for the next call.
    private CallResult playWarm(
            Call call,
            RepositoryModel model,
            Path directory,
            CallPrompt whole,
            Consumer<Envelope> sink)
            throws InterruptedException {
        try (var _ = slots.waitFor(directory)) {
            var known = rememberedLive(call, model);
            var prompt = known.isEmpty() ? whole : latest(call);
            var session = session(model, directory, known, prompt);
            var keep = !call.memory().keep().isEmpty();
            var watch = helpers.watch(model.policy(), directory);
            var timeout = model.timeoutOr(limits.timeout());
            var outcome = warm.play(session, lent(call), keep, timeout, sink);
            remember(call, outcome);
            return CallResult.of(outcome, enforce(watch, call, model, outcome));
        } catch (StopListening stopped) {
            sessions.forget(call); // its session is being closed
            throw stopped;
        }
    }

    private static Lent lent(Call call) {
        var effort = call.form().effort().map(Call.Effort::level);
        return effort.isEmpty() ? Lent.NOTHING : new Lent(new ToolRegistry(), true, effort);
    }

    private static CallPrompt latest(Call call) {
        return CallPrompt.latest(call).below(CallNotice.of(call, Optional.empty(), true));
    }

    private static NewSession session(
            RepositoryModel model, Path directory, Optional<String> known, CallPrompt prompt) {
        return known.map(NewSession::resuming)
                .orElseGet(() ->
                        NewSession.with(model.driver(), directory.toString(), model.permission())
                                .withModel(model.model())
                                .withTools(model.parleyTools()))
                .saying(Action.Prompt.of(prompt.text(), prompt.images()));
    }

    /// The live session to go on with. A turn of it that waits for a client is over.
    private Optional<String> rememberedLive(Call call, RepositoryModel model)
            throws InterruptedException {
        var live = providers.named(model.driver()).findLive();
        var canResume = live.filter(it -> it.can(LiveCapability.RESUME)).isPresent();
        var known = remembered(call, canResume).filter(SessionId::isOne);
        if (known.isPresent()) {
            functionTurns.free(known.get());
        }
        return known;
    }

    /// In a worktree of its own the agent disturbs nobody. Each has another directory, and most
    /// CLIs find a session only in its own, so none is resumed here.
    private CallResult playApart(
            Call call,
            RepositoryModel model,
            Path directory,
            CallPrompt prompt,
            Consumer<Envelope> sink)
            throws InterruptedException {
        if (call.memory().mustBeKnown()) {
            throw forgotten();
        }
        var worktree = worktrees.add(directory);
        Outcome outcome;
        NewFilePolicy.Result left;
        try {
            var place = Target.directory(worktree.directory());
            var watch = helpers.watch(model.policy(), place);
            outcome = prepare(call, model, place, prompt, Optional.empty()).play(sink);
            left = enforce(watch, call, model, outcome);
        } catch (InterruptedException | RuntimeException e) {
            worktree.end(Worktree.Changes.KEEP);
            throw e;
        }
        var isDone = outcome.reason() == EndReason.COMPLETED && !model.keepWorktree();
        var changes = isDone ? Worktree.Changes.DISCARD : Worktree.Changes.KEEP;
        var ended = worktree.end(changes);
        return CallResult.of(outcome, left).apart(ended.patch(), ended.kept());
    }

    private static NewFilePolicy.Result enforce(
            NewFilePolicy.Watch watch, Call call, RepositoryModel model, Outcome outcome) {
        var who = call.model() + " (" + model.driver() + ")";
        return watch.enforce(
                who, () -> CallPrompt.latest(call).text(), outcome.reason() == EndReason.COMPLETED);
    }

    private OneShot.Prepared prepare(
            Call call,
            RepositoryModel model,
            Path directory,
            CallPrompt prompt,
            Optional<String> session)
            throws InterruptedException {
        var profile = providers.named(model.driver());
        var turn =
                new TurnRequest(
                        prompt.text(),
                        directory,
                        model.permission(),
                        session,
                        models.toldToCli(model, profile),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        new Attachments(call.form().schema(), prompt.images(), scratch.next()),
                        model.parleyTools(),
                        call.form().effort().map(Call.Effort::level));
        var timeout = model.timeoutOr(limits.timeout());
        return oneShot.prepare(profile, turn, new Limits(timeout, limits.output()));
    }

    private boolean canResume(RepositoryModel model) {
        return providers
                .named(model.driver())
                .findOneShot()
                .map(ProviderProfile.OneShot::resume)
                .filter(template -> !template.isEmpty())
                .isPresent();
    }

    /// The native session to go on with. Without one, or with a CLI that cannot, the agent is told
    /// the whole conversation, if the asker has sent it.
    private Optional<String> remembered(Call call, boolean canResume) {
        var known =
                canResume
                                && !CallPrompt.latest(call).isBlank()
                                && FunctionResults.of(call).isEmpty()
                        ? sessions.find(call)
                        : Optional.<String>empty();
        if (known.isEmpty() && call.memory().mustBeKnown()) {
            throw forgotten();
        }
        return known;
    }

    private static Problem forgotten() {
        return CallRefused.of(
                CallRefused.Reason.FORGOTTEN,
                "Previous response not found",
                "Parley remembers answers until it stops, but not those with \"store\": false, none of agents in"
                        + " worktrees, and none when other functions come along or their results came too"
                        + " late. Send the whole conversation.");
    }

    private void remember(Call call, Outcome outcome) {
        if (outcome.reason() == EndReason.COMPLETED) {
            outcome.sessionId().ifPresent(id -> sessions.keep(call, id));
        } else if (outcome.reason() == EndReason.ERROR && !call.memory().mustBeKnown()) {
            sessions.forget(call); // better told the whole conversation again than lost for good
        }
    }
}
