package dev.parley.work.agent;

import dev.parley.api.ChainLink;
import dev.parley.base.problem.Problem;
import dev.parley.event.Permission;
import dev.parley.provider.Attachments;
import dev.parley.provider.Installations;
import dev.parley.provider.Invocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Target;
import dev.parley.provider.TurnRequest;
import dev.parley.session.Lent;
import dev.parley.session.Sessions;
import dev.parley.store.ConversationKey;
import dev.parley.store.ConversationStore.NativeSession;
import dev.parley.tool.ToolRegistry;
import dev.parley.work.Limits;
import dev.parley.work.OneShot;
import dev.parley.work.Outcome;
import dev.parley.work.advice.Costs;
import dev.parley.work.advice.Participant;
import dev.parley.work.advice.Participants;
import dev.parley.work.chain.ChainRun;
import dev.parley.work.chain.Chains;
import dev.parley.work.conversation.Conversations;
import dev.parley.work.project.ProjectFiles;
import dev.parley.workspace.worktree.Git;
import dev.parley.workspace.worktree.Worktree;
import dev.parley.workspace.worktree.Worktrees;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// Has an agent do a piece of work: in a home of its own, in the conversation its asker named, new
/// or resumed. Waits on the calling thread; interrupting it ends the agent and its processes.
/// Thread-safe.
public final class WorkWith {
    public static final String TOOL = "work_with";

    private static final String GO_ON =
            "You were stopped because of what it costs. It may cost more now: go on where you"
                    + " stopped, with the same task.";

    private static final List<String> EFFORTS = List.of("low", "medium", "high", "xhigh");
    private static final Duration LONGEST = Duration.ofDays(7);

    /// What it works with.
    public record Needs(
            Participants participants,
            Installations installations,
            OneShot oneShot,
            Sessions sessions,
            Chains chains,
            Limits limits,
            Conversations conversations,
            NativeSessions natives,
            Roles roles,
            AgentHomes homes,
            Worktrees worktrees,
            Git git,
            Checks checks,
            Costs costs,
            AnswerShape answers,
            AgentFiles files,
            Clock clock) {}

    /// Everything that is known before an agent starts.
    private record Order(
            WorkRequest request,
            ConversationKey key,
            Participant.Cli agent,
            ProviderProfile profile,
            String role,
            List<Path> context,
            Instant began,
            Optional<ChainRun> chain) {
        Order in(ChainRun run) {
            return new Order(request, key, agent, profile, role, context, began, Optional.of(run));
        }
    }

    private record Seat(ConversationKey key, String provider) {}

    /// @param caller those that work for the same agent are in one line
    private record Place(Path project, Optional<String> caller) {}

    private final Needs needs;
    private final Turnstile<Seat> seats = new Turnstile<>();
    private final Turnstile<Place> directories = new Turnstile<>();

    /// The chains that sit in the seats.
    private final Map<Seat, String> working = new ConcurrentHashMap<>();

    private final LiveWork live;
    private final SpendingQuestions spending;
    private volatile Function<ChainLink, ToolRegistry> lender = _ -> new ToolRegistry();

    public WorkWith(Needs needs) {
        this.needs = needs;
        live = new LiveWork(needs.sessions());
        spending = new SpendingQuestions(needs.sessions(), needs.chains(), needs.clock());
    }

    /// For a person or a program of theirs.
    public WorkResult run(WorkRequest request, WorkListener sink) throws InterruptedException {
        return run(request, Optional.empty(), sink);
    }

    /// @param caller the agent that asks for it, if one does
    /// @param sink hears what the agent does, as it happens
    public WorkResult run(WorkRequest request, Optional<ChainLink> caller, WorkListener sink)
            throws InterruptedException {
        var order = order(request);
        needs.files().tidyNowAndThen();
        if (request.worktree()) {
            try (var chain = begin(order, caller, UUID.randomUUID().toString())) {
                return runApart(order.in(chain), sink);
            }
        }
        var seat = new Seat(order.key(), order.profile().id());
        if (caller.isPresent() && caller.get().chain().equals(working.get(seat))) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    "SessionBusy: %s works in the session \"%s\" already, for the same request as you. Nobody was started."
                            .formatted(order.profile().name(), order.key().sessionId()),
                    "Leave session_id out, or choose another one.");
        }
        try (var _ = seats.pass(seat)) {
            if (request.permission() == Permission.PLAN || request.permission() == Permission.ASK) {
                return runSeated(order, caller, seat, sink);
            }
            // Two that write into one directory would undo each other's work; one that asks another
            // waits for it meanwhile.
            var place = new Place(order.key().project(), caller.map(ChainLink::id));
            try (var _ = directories.pass(place)) {
                return runSeated(order, caller, seat, sink);
            }
        }
    }

    private WorkResult runSeated(
            Order order, Optional<ChainLink> caller, Seat seat, WorkListener sink)
            throws InterruptedException {
        try (var chain = begin(order, caller, seat.toString())) {
            working.put(seat, chain.link().chain());
            return runHere(order.in(chain), sink);
        } finally {
            working.remove(seat);
        }
    }

    private ChainRun begin(Order order, Optional<ChainLink> caller, String seat)
            throws InterruptedException {
        return needs.chains()
                .begin(
                        caller,
                        order.request().permission(),
                        seat,
                        order.profile().id(),
                        order.agent().model());
    }

    /// What is wrong with a request is said before anything starts.
    private Order order(WorkRequest request) throws InterruptedException {
        if (request.task().isBlank()) {
            throw Problem.invalid("The task is empty.", "Say what the agent is to do.");
        }
        request.effort()
                .filter(effort -> !EFFORTS.contains(effort))
                .ifPresent(effort -> {
                    throw Problem.invalid(
                            "There is no reasoning effort \"" + effort + "\".",
                            "Say one of " + String.join(", ", EFFORTS) + ".");
                });
        request.maxCost()
                .filter(most -> !(most > 0))
                .ifPresent(most -> {
                    throw Problem.invalid(
                            "The most it may cost is " + most + ".", "Give US dollars above 0.");
                });
        request.timeout()
                .filter(time -> !time.isPositive() || time.compareTo(LONGEST) > 0)
                .ifPresent(_ -> {
                    throw Problem.invalid(
                            "That is no time a piece of work can take.",
                            "Give a time above 0 and up to 7 days.");
                });
        var project = Target.directory(request.project());
        var key =
                new ConversationKey(
                        project, request.sessionId().orElseGet(() -> UUID.randomUUID().toString()));
        var agent = needs.participants().worker(request.agent());
        var profile = needs.installations().locate(agent.profile()).orMissing().profile();
        if (profile.home().isolate().isEmpty()) {
            throw Problem.invalid(
                    profile.name() + " cannot work for others: it has no home of its own.",
                    "Add \"home.isolate\" to its profile.");
        }
        var context =
                request.context().stream()
                        .map(name -> project.relativize(ProjectFiles.inside(project, name)))
                        .toList();
        var role = needs.roles().text(project, request.role());
        return new Order(
                request,
                key,
                agent,
                profile,
                role,
                context,
                Instant.now(needs.clock()),
                Optional.empty());
    }

    private WorkResult runHere(Order order, WorkListener sink) throws InterruptedException {
        var guard = guard(order, sink);
        var project = order.key().project();
        var conversations = needs.conversations();
        var provider = order.profile().id();
        var known = needs.natives().of(order.key(), order.profile(), order.agent().model());
        var missed = conversations.earlier(order.key(), known.map(NativeSession::known).orElse(0L));
        var changes = ChangedFiles.since(needs.git(), project);
        var turn = open(order, guard, sink);
        try {
            turn.play(known.map(NativeSession::nativeId), missed.before(task(order)), project);
            if (turn.lacksSession()) {
                conversations.unbind(order.key(), provider);
                var all = conversations.earlier(order.key(), 0, turn.asked());
                turn.play(Optional.empty(), all.before(task(order)), project);
            }
            goOnIfAllowed(order, turn, project, sink);
        } catch (Problem | InterruptedException e) {
            turn.abandon(e);
            throw e;
        }
        var files =
                changes.isPresent()
                        ? Optional.of(changes.get().now())
                        : Optional.<List<String>>empty();
        var result = turn.result(files, WorkTurn.Apart.NOT);
        turn.remember(result, true);
        order.chain().ifPresent(chain -> chain.spent(result.cost().usd()));
        return result;
    }

    /// Work that costs too much waits for a person, and goes on where it stopped.
    private void goOnIfAllowed(Order order, WorkTurn turn, Path place, WorkListener sink)
            throws InterruptedException {
        while (turn.isPaused()
                && turn.nativeId().isPresent()
                && spending.mayGoOn(
                        turn.guard(),
                        turn.live(),
                        order.key().project(),
                        order.profile().id(),
                        order.agent().model(),
                        sink)) {
            turn.guard().allowMore();
            turn.play(turn.nativeId(), GO_ON, place);
        }
    }

    /// In a worktree the agent disturbs nobody. Most CLIs find a session only in its own directory,
    /// so none is resumed: it is told what was said before.
    private WorkResult runApart(Order order, WorkListener sink) throws InterruptedException {
        var guard = guard(order, sink);
        var missed = needs.conversations().earlier(order.key(), 0);
        var worktree = needs.worktrees().add(order.key().project());
        var turn = open(order, guard, sink);
        try {
            var place = Target.directory(worktree.directory());
            var changes = ChangedFiles.since(needs.git(), place);
            turn.play(Optional.empty(), missed.before(task(order)), place);
            goOnIfAllowed(order, turn, place, sink);
            var files = changes.orElseThrow().now();
            var isDone = turn.status() == WorkResult.Status.COMPLETED;
            var checks =
                    isDone && !files.isEmpty()
                            ? needs.checks().run(order.key().project(), place)
                            : Optional.<Checks.Result>empty();
            var isDiscarded = isDone && !order.request().keep();
            var ended =
                    worktree.end(isDiscarded ? Worktree.Changes.DISCARD : Worktree.Changes.KEEP);
            var result =
                    turn.result(
                            Optional.of(files),
                            new WorkTurn.Apart(ended.patch(), ended.kept(), checks));
            turn.remember(result, false);
            order.chain().ifPresent(chain -> chain.spent(result.cost().usd()));
            return result;
        } catch (RuntimeException | InterruptedException e) {
            worktree.end(Worktree.Changes.KEEP);
            turn.abandon(e);
            throw e;
        }
    }

    /// @throws Problem when nothing may be spent today
    private CostGuard guard(Order order, WorkListener sink) throws InterruptedException {
        var model = order.agent().model();
        var left = spending.leftToday(order.key().project(), order.profile().id(), model, sink);
        return new CostGuard(needs.costs(), model, order.request().maxCost(), left);
    }

    /// Stores the task: from now on it is part of the conversation.
    private WorkTurn open(Order order, CostGuard guard, WorkListener sink)
            throws InterruptedException {
        return new WorkTurn(
                order.request(),
                order.key(),
                order.agent(),
                (session, text, place, events) -> play(order, session, text, place, events),
                guard,
                needs.conversations(),
                needs.answers(),
                needs.clock(),
                order.began(),
                notes(order),
                sink);
    }

    private static List<String> notes(Order order) {
        return order.request().effort().isPresent() && effort(order).isEmpty()
                ? List.of(
                        order.profile().name()
                                + " cannot be told how hard to think; it thinks as it usually does.")
                : List.of();
    }

    /// What its CLI can be told of the effort.
    private static Optional<String> effort(Order order) {
        var profile = order.profile();
        var levels =
                LiveWork.fits(profile, order.request())
                        ? profile.findLive().orElseThrow().options().effort()
                        : Invocation.oneShot(profile).options().effort();
        return order.request().effort().filter(levels::containsKey);
    }

    private Outcome play(
            Order order, Optional<String> session, String text, Path place, WorkListener events)
            throws InterruptedException {
        var home = needs.homes().of(order.key(), order.profile());
        if (LiveWork.fits(order.profile(), order.request())) {
            return playLive(order, session, text, place, home, events);
        }
        var request = order.request();
        var turn =
                new TurnRequest(
                        text,
                        place,
                        request.permission(),
                        session,
                        order.agent().told(),
                        role(order, session),
                        List.of(),
                        Optional.of(home),
                        Attachments.NONE,
                        List.of(),
                        effort(order));
        var limits = new Limits(timeout(request), needs.limits().output());
        return needs.oneShot()
                .prepare(order.profile(), turn, limits, environment(order))
                .play(events);
    }

    private Outcome playLive(
            Order order,
            Optional<String> session,
            String text,
            Path place,
            Path home,
            WorkListener events)
            throws InterruptedException {
        var request = order.request();
        return live.play(
                new LiveWork.Task(
                        order.profile(),
                        order.agent().model(),
                        request.permission(),
                        place,
                        home,
                        session,
                        role(order, session),
                        text,
                        new Lent(tools(order), true, effort(order), environment(order)),
                        timeout(request),
                        !request.worktree()),
                events);
    }

    private static Map<String, String> environment(Order order) {
        return order.chain().map(ChainRun::environment).orElse(Map.of());
    }

    /// One that may ask others has the tools for it.
    private ToolRegistry tools(Order order) {
        return order.chain()
                .map(ChainRun::link)
                .filter(needs.chains()::mayAsk)
                .map(lender)
                .orElseGet(ToolRegistry::new);
    }

    /// From now on agents that may ask others get these tools.
    public void lending(Function<ChainLink, ToolRegistry> tools) {
        lender = tools;
    }

    private Duration timeout(WorkRequest request) {
        return request.timeout().orElse(needs.limits().timeout());
    }

    /// A session that is resumed knows how it usually works.
    private static Optional<String> role(Order order, Optional<String> session) {
        return session.isPresent() && order.request().role().equals(Roles.DEFAULT)
                ? Optional.empty()
                : Optional.of(order.role());
    }

    private static String task(Order order) {
        if (order.context().isEmpty()) {
            return order.request().task();
        }
        var names = order.context().stream().map(path -> "- " + path).toList();
        return order.request().task() + "\n\nLook at these first:\n" + String.join("\n", names);
    }
}
