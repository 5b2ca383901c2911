package dev.parley.work;

import dev.parley.api.LiveCapability;
import dev.parley.api.SessionId;
import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;
import dev.parley.config.ModelRegistry;
import dev.parley.config.RepositoryModel;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.provider.Attachments;
import dev.parley.provider.Invocation;
import dev.parley.provider.ModelCatalog;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Lets agents in repositories answer: who it is, what he is told, whether he has to wait, and
/// which of his sessions goes on.
public final class Calls {
    /// What is said of a name that `models.json` does not have.
    public static final String UNKNOWN_MODEL = "Unknown model";

    /// What is said of a name that must be known and is not.
    public static final String FORGOTTEN = "Previous response not found";

    private static final long MOST_INSTRUCTIONS = 1024 * 1024;

    private final ModelRegistry registry;
    private final Providers providers;
    private final ModelCatalog catalog;
    private final OneShot oneShot;
    private final Limits limits;
    private final Worktrees worktrees;
    private final NewFilePolicy helpers;
    private final Scratch scratch;
    private final WarmTurns warm;
    private final CallSlots slots = new CallSlots();
    private final CallSessions sessions = new CallSessions();

    public Calls(
            ModelRegistry registry,
            Providers providers,
            ModelCatalog catalog,
            OneShot oneShot,
            Limits limits,
            Worktrees worktrees,
            NewFilePolicy helpers,
            Scratch scratch,
            Sessions live) {
        this.warm = new WarmTurns(live);
        this.helpers = helpers;
        this.worktrees = worktrees;
        this.scratch = scratch;
        this.registry = registry;
        this.providers = providers;
        this.catalog = catalog;
        this.oneShot = oneShot;
        this.limits = limits;
    }

    /// Lets the agent answer on the calling thread; every event goes to `sink` as it happens. What
    /// is wrong with the call is a [Problem] before anything starts; what goes wrong later is in
    /// the outcome.
    public CallResult play(Call call, Consumer<Envelope> sink) throws InterruptedException {
        var model = named(call.caller(), call.model());
        var directory = directory(call.model(), model);
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
            return new CallResult(outcome, Optional.empty(), enforce(watch, call, model, outcome));
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
            var known = remembered(call, canResumeLive(model)).filter(SessionId::isOne);
            var turn =
                    new WarmTurns.Turn(
                            model,
                            directory,
                            known.isEmpty() ? whole : CallPrompt.latest(call),
                            known,
                            !call.memory().keep().isEmpty(),
                            model.timeoutOr(limits.timeout()));
            var watch = helpers.watch(model.policy(), directory);
            var outcome = warm.play(turn, sink);
            remember(call, outcome);
            return new CallResult(outcome, Optional.empty(), enforce(watch, call, model, outcome));
        }
    }

    private boolean canResumeLive(RepositoryModel model) {
        return live(model).filter(live -> live.can(LiveCapability.RESUME)).isPresent();
    }

    private Optional<ProviderProfile.Live> live(RepositoryModel model) {
        return providers.named(model.driver()).findLive();
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
        return new CallResult(outcome, Optional.of(worktree.end(changes)), left);
    }

    private static NewFilePolicy.Result enforce(
            NewFilePolicy.Watch watch, Call call, RepositoryModel model, Outcome outcome) {
        var who = call.model() + " (" + model.driver() + ")";
        return watch.enforce(
                who, () -> CallPrompt.latest(call).text(), outcome.reason() == EndReason.COMPLETED);
    }

    /// What may come along with a call.
    ///
    /// @param by the name of who takes it or not
    public record Taken(String by, boolean schema, boolean images) {}

    public Taken taken(Call call) {
        var model = named(call.caller(), call.model());
        var provider = providers.named(model.driver());
        if (model.warm()) {
            var images = live(model).filter(live -> live.can(LiveCapability.IMAGES)).isPresent();
            return new Taken("A live session of " + provider.name(), false, images);
        }
        var options = Invocation.oneShot(provider).options();
        return new Taken(
                "A single turn of " + provider.name(),
                !options.schema().isEmpty(),
                !options.image().isEmpty());
    }

    /// The models there are for somebody, by name.
    public Map<String, RepositoryModel> models(Caller caller) {
        var models = new LinkedHashMap<>(registry.current().models());
        models.keySet().removeIf(name -> !caller.mayUse(name));
        return models;
    }

    /// The entry of that name, or the [Problem] that there is none.
    public RepositoryModel named(Caller caller, String name) {
        var state = registry.current();
        var found = state.models().get(name);
        if (found == null || !caller.mayUse(name)) {
            throw Problem.invalid(
                    UNKNOWN_MODEL,
                    "There is no \"" + name + "\" in models.json. " + hint(caller, name, state));
        }
        return found;
    }

    /// Models that are not for the caller are not spoken of.
    private static String hint(Caller caller, String name, ModelRegistry.State state) {
        var names = state.models().keySet().stream().filter(caller::mayUse).toList();
        return state.problem()
                .map(problem -> "The file is broken: " + problem.message())
                .orElseGet(() ->
                        Closest.question(
                                name,
                                names,
                                names.isEmpty()
                                        ? "It has no models yet; docs/openai.md shows how to add one."
                                        : "Known models: " + String.join(", ", names) + "."));
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
                        model.findModel().flatMap(name -> Target.told(catalog, profile, name)),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        new Attachments(call.schema(), prompt.images(), scratch.next()));
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
        return Problem.invalid(
                FORGOTTEN,
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
