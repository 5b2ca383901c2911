package dev.parley.work.agent;

import dev.parley.api.ChainLink;
import dev.parley.base.problem.Problem;
import dev.parley.event.Permission;
import dev.parley.provider.Installations;
import dev.parley.provider.Target;
import dev.parley.session.Sessions;
import dev.parley.store.ConversationKey;
import dev.parley.store.ConversationStore.NativeSession;
import dev.parley.tool.ToolRegistry;
import dev.parley.work.advice.Costs;
import dev.parley.work.advice.Participants;
import dev.parley.work.chain.ChainRun;
import dev.parley.work.chain.Chains;
import dev.parley.work.conversation.Conversations;
import dev.parley.work.run.Limits;
import dev.parley.work.run.OneShot;
import dev.parley.workspace.worktree.Git;
import dev.parley.workspace.worktree.Worktree;
import dev.parley.workspace.worktree.Worktrees;

import java.nio.file.Path;
import java.time.Clock;
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

    private record Seat(ConversationKey key, String provider) {}

    /// @param caller those that work for the same agent are in one line
    private record Place(Path project, Optional<String> caller) {}

    private final Needs needs;
    private final Turnstile<Seat> seats = new Turnstile<>();
    private final Turnstile<Place> directories = new Turnstile<>();

    /// The chains that sit in the seats.
    private final Map<Seat, String> working = new ConcurrentHashMap<>();

    private final WorkOrders orders;
    private final AgentTurns turns;
    private final SpendingQuestions spending;
    private final RepositoryStates states;

    public WorkWith(Needs needs) {
        this.needs = needs;
        orders = new WorkOrders(needs);
        turns = new AgentTurns(needs);
        states = new RepositoryStates(needs.git());
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
        var order = orders.of(request);
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

    /// From now on agents that may ask others get these tools.
    public void lending(Function<ChainLink, ToolRegistry> tools) {
        turns.lending(tools);
    }

    private WorkResult runSeated(
            WorkOrder order, Optional<ChainLink> caller, Seat seat, WorkListener sink)
            throws InterruptedException {
        try (var chain = begin(order, caller, seat.toString())) {
            working.put(seat, chain.link().chain());
            return runHere(order.in(chain), sink);
        } finally {
            working.remove(seat);
        }
    }

    private ChainRun begin(WorkOrder order, Optional<ChainLink> caller, String seat)
            throws InterruptedException {
        return needs.chains()
                .begin(
                        caller,
                        order.request().permission(),
                        seat,
                        order.profile().id(),
                        order.agent().model());
    }

    private WorkResult runHere(WorkOrder order, WorkListener sink) throws InterruptedException {
        var guard = guard(order, sink);
        var project = order.key().project();
        var conversations = needs.conversations();
        var provider = order.profile().id();
        var known = needs.natives().of(order.key(), order.profile(), order.agent().model());
        var missed = conversations.earlier(order.key(), known.map(NativeSession::known).orElse(0L));
        var changes = ChangedFiles.since(states, project);
        var turn = open(order, guard, sink);
        try {
            turn.play(known.map(NativeSession::nativeId), missed.before(order.task()), project);
            if (turn.lacksSession()) {
                conversations.unbind(order.key(), provider);
                var all = conversations.earlier(order.key(), 0, turn.asked());
                turn.play(Optional.empty(), all.before(order.task()), project);
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
    private void goOnIfAllowed(WorkOrder order, WorkTurn turn, Path place, WorkListener sink)
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
    private WorkResult runApart(WorkOrder order, WorkListener sink) throws InterruptedException {
        var guard = guard(order, sink);
        var missed = needs.conversations().earlier(order.key(), 0);
        var worktree = needs.worktrees().add(order.key().project());
        var turn = open(order, guard, sink);
        try {
            var place = Target.directory(worktree.directory());
            var changes = ChangedFiles.since(states, place);
            turn.play(Optional.empty(), missed.before(order.task()), place);
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
    private CostGuard guard(WorkOrder order, WorkListener sink) throws InterruptedException {
        var model = order.agent().model();
        try {
            var left = spending.leftToday(order.key().project(), order.profile().id(), model, sink);
            return new CostGuard(needs.costs(), model, order.request().maxCost(), left);
        } catch (Problem refused) {
            order.chain().ifPresent(chain -> chain.spent(Optional.of(0.0))); // nobody was started
            throw refused;
        }
    }

    /// Stores the task: from now on it is part of the conversation.
    private WorkTurn open(WorkOrder order, CostGuard guard, WorkListener sink)
            throws InterruptedException {
        return new WorkTurn(
                order.request(),
                order.key(),
                order.agent(),
                (session, text, place, events) -> turns.play(order, session, text, place, events),
                guard,
                needs.conversations(),
                needs.answers(),
                needs.clock(),
                order.began(),
                order.notes(),
                sink);
    }
}
