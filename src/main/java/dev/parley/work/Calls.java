package dev.parley.work;

import dev.parley.api.LiveCapability;
import dev.parley.api.NewSession;
import dev.parley.api.RepositoryModel;
import dev.parley.api.SessionId;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.provider.Attachments;
import dev.parley.provider.Invocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;
import dev.parley.provider.Target;
import dev.parley.provider.TurnRequest;
import dev.parley.session.Sessions;
import dev.parley.workspace.worktree.Worktree;
import dev.parley.workspace.worktree.Worktrees;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Lets agents in repositories answer calls: finds the agent, builds its prompt, waits for its turn
/// and resumes its session.
public final class Calls {
    private static final long MOST_INSTRUCTIONS = 1024 * 1024;

    private final Models models;
    private final Providers providers;
    private final OneShot oneShot;
    private final Limits limits;
    private final Worktrees worktrees;
    private final NewFilePolicy helpers;
    private final Scratch scratch;
    private final WarmTurns warm;
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
    /// the outcome. An answer that should have a schema and is no JSON is such a failure.
    public CallResult play(Call call, Consumer<Envelope> sink) throws InterruptedException {
        try (var _ = keyLimits.take(call.key())) {
            var model = models.agent(call.key(), call.model());
            checkOptions(call, model);
            var result = play(call, model, directory(call.model(), model), sink);
            var answer = result.outcome().answer();
            return call.schema().isPresent() && Json.parse(answer).isEmpty()
                    ? result.withoutJson()
                    : result;
        }
    }

    private CallResult play(
            Call call, RepositoryModel model, Path directory, Consumer<Envelope> sink)
            throws InterruptedException {
        var prompt = CallPrompt.whole(agentFile(model, directory), call);
        try (var _ = slots.take(call.model(), model.findMaxConcurrent())) {
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
                    known.isEmpty()
                            ? whole
                            : prepare(call, model, directory, CallPrompt.latest(call), known);
            var watch = helpers.watch(model.policy(), directory);
            var outcome = prepared.play(sink);
            remember(call, outcome);
            return result(outcome, enforce(watch, call, model, outcome));
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
            var canResume = canLive(model, LiveCapability.RESUME);
            var known = remembered(call, canResume).filter(SessionId::isOne);
            var prompt = known.isEmpty() ? whole : CallPrompt.latest(call);
            var session =
                    known.map(NewSession::resuming)
                            .orElseGet(() ->
                                    NewSession.with(
                                                    model.driver(),
                                                    directory.toString(),
                                                    model.permission())
                                            .withModel(model.model())
                                            .withTools(model.parleyTools()))
                            .saying(Action.Prompt.of(prompt.text(), prompt.images()));
            var keep = !call.memory().keep().isEmpty();
            var watch = helpers.watch(model.policy(), directory);
            var outcome = warm.play(session, keep, model.timeoutOr(limits.timeout()), sink);
            remember(call, outcome);
            return result(outcome, enforce(watch, call, model, outcome));
        }
    }

    private static CallResult result(Outcome outcome, NewFilePolicy.Result helpers) {
        return new CallResult(outcome, Optional.empty(), Optional.empty(), helpers);
    }

    private boolean canLive(RepositoryModel model, LiveCapability capability) {
        var live = providers.named(model.driver()).findLive();
        return live.filter(it -> it.can(capability)).isPresent();
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
        return new CallResult(outcome, Optional.of(ended.patch()), ended.kept(), left);
    }

    private static NewFilePolicy.Result enforce(
            NewFilePolicy.Watch watch, Call call, RepositoryModel model, Outcome outcome) {
        var who = call.model() + " (" + model.driver() + ")";
        return watch.enforce(
                who, () -> CallPrompt.latest(call).text(), outcome.reason() == EndReason.COMPLETED);
    }

    /// What the agent cannot take is refused before anything starts.
    private void checkOptions(Call call, RepositoryModel model) {
        if (call.schema().isEmpty() && call.images().isEmpty()) {
            return;
        }
        var provider = providers.named(model.driver());
        var options = model.warm() ? null : Invocation.oneShot(provider).options();
        var who = (model.warm() ? "A live session of " : "A single turn of ") + provider.name();
        if (call.schema().isPresent() && (options == null || options.schema().isEmpty())) {
            throw CallRefused.of(
                    CallRefused.Reason.NO_SCHEMA,
                    who + " cannot be given a JSON schema for its answer.",
                    "Leave it out.");
        }
        var takesImages =
                options == null
                        ? canLive(model, LiveCapability.IMAGES)
                        : !options.image().isEmpty();
        if (!call.images().isEmpty() && !takesImages) {
            throw CallRefused.of(
                    CallRefused.Reason.NO_IMAGES, who + " takes no images.", "Leave them out.");
        }
    }

    private static Path directory(String name, RepositoryModel model) {
        try {
            if (Files.isDirectory(model.directory())) {
                return model.directory().toRealPath();
            }
        } catch (IOException _) {
            // said below
        }
        throw Problem.brokenConfiguration(
                "The repository of " + name + " is not there: " + model.repoPath(),
                "Correct repoPath in models.json.");
    }

    /// The repository's instructions, if it has any. A link must not lead out of the repository.
    private static Optional<String> agentFile(RepositoryModel model, Path directory) {
        var file = directory.resolve(model.agentFile());
        try {
            if (!Files.isRegularFile(file)) {
                return Optional.empty();
            }
            if (!file.toRealPath().startsWith(directory)) {
                throw Problem.brokenConfiguration(
                        model.agentFile() + " leads out of the repository.",
                        "Put the file itself there.");
            }
            if (Files.size(file) > MOST_INSTRUCTIONS) {
                throw Problem.brokenConfiguration(
                        model.agentFile() + " is larger than 1 MB.", "Make it shorter.");
            }
            return Optional.of(Files.readString(file));
        } catch (IOException e) {
            throw Problem.brokenConfiguration(
                            model.agentFile() + " cannot be read: " + e.getMessage(),
                            "Make it a readable UTF-8 text file.")
                    .causedBy(e);
        }
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
                        new Attachments(call.schema(), prompt.images(), scratch.next()),
                        model.parleyTools());
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
                canResume && !CallPrompt.latest(call).isBlank()
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
                "Parley remembers answers until it stops, but not those with \"store\": false, and none of"
                        + " agents in worktrees. Send the whole conversation.");
    }

    private void remember(Call call, Outcome outcome) {
        if (outcome.reason() == EndReason.COMPLETED) {
            outcome.sessionId().ifPresent(id -> sessions.keep(call, id));
        } else if (outcome.reason() == EndReason.ERROR && !call.memory().mustBeKnown()) {
            sessions.forget(call); // better told the whole conversation again than lost for good
        }
    }
}
