package dev.parley.work.move;

import dev.parley.api.ContinueRequest;
import dev.parley.api.LiveCapability;
import dev.parley.api.Move;
import dev.parley.api.MoveRequest;
import dev.parley.api.NewSession;
import dev.parley.api.Progress;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.Unfinished;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.event.Permission;
import dev.parley.history.History;
import dev.parley.provider.LiveInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.session.Sessions;
import dev.parley.work.limit.LostTurns;
import dev.parley.work.limit.ReachedLimit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Goes on with a live session in another CLI: it is closed here, brought there, and opened again
/// in the same directory, with the prompts that waited, and before them what nobody will answer any
/// more: prompts that a limit ended, or that the old CLI has not written down. If it cannot be
/// brought, it is opened here again.
public final class ContinueElsewhere {
    private static final Logger LOG = LoggerFactory.getLogger(ContinueElsewhere.class);

    private static final int LOOK_BACK = 2_000;

    private final Sessions sessions;
    private final MovableSessions movable;
    private final MoveTarget targets;
    private final MoveSession moves;
    private final UndoMove undo;
    private final History history;
    private final ReachedLimit.Finder limits;

    public ContinueElsewhere(
            Sessions sessions,
            MovableSessions movable,
            MoveTarget targets,
            MoveSession moves,
            UndoMove undo,
            History history,
            ReachedLimit.Finder limits) {
        this.sessions = sessions;
        this.movable = movable;
        this.targets = targets;
        this.moves = moves;
        this.undo = undo;
        this.history = history;
        this.limits = limits;
    }

    /// What goes there.
    ///
    /// @param move nothing where nothing was said yet
    /// @param prompts what is said there at once
    private record Brought(Optional<Move> move, List<Action.Prompt> prompts) {}

    public SessionInfo run(SessionId id, ContinueRequest request) throws InterruptedException {
        var before = sessions.info(id);
        if (before.provider().equals(request.to()) && request.toTurn() == null) {
            throw Problem.invalid(id + " is in " + request.to() + " already.", "Name another CLI.");
        }
        var permission = permission(before, request);
        var live = check(request.to(), permission);
        var lost = LostTurns.of(sessions, limits, before).map(LostTurns::prompts).orElse(List.of());
        var left = sessions.leave(id);
        Brought brought;
        SessionInfo there;
        try {
            brought = bring(before, request, left, lost, live);
            there = open(wanted(left.asked(), request, live, permission, brought), brought.move());
        } catch (RuntimeException e) {
            goBack(id, left.waiting(), e);
            throw e;
        }
        for (var prompt : brought.prompts().stream().skip(1).toList()) {
            sessions.ask(there.id(), prompt);
        }
        return sessions.info(there.id());
    }

    private static Permission permission(SessionInfo before, ContinueRequest request) {
        return request.permission() == null ? before.permission() : request.permission();
    }

    /// Says what is wrong with a CLI in which a session is to go on, before anything is done for
    /// it.
    ProviderProfile.Live check(String to, Permission permission) throws InterruptedException {
        var _ = targets.format(to);
        return LiveInvocation.live(targets.live(to, permission));
    }

    private Brought bring(
            SessionInfo before,
            ContinueRequest request,
            Unfinished left,
            List<LostTurns.Lost> lost,
            ProviderProfile.Live live)
            throws InterruptedException {
        history.refresh(Progress.SILENT);
        var conversation = movable.of(before);
        var again = new ArrayList<SaidAgain>();
        var running = left.running();
        if (running != null) {
            var trace = new PromptTrace(running.text(), began(before));
            conversation.source().read(trace);
            if (!trace.isAnswered()) {
                again.add(new SaidAgain(running.text(), running.text(), running.images()));
            }
        } else {
            lost.forEach(one -> again.add(new SaidAgain(one.said(), one.prompt(), List.of())));
        }
        var brought = moves.moveWithout(conversation, moved(before, request), again);
        history.refresh(Progress.SILENT);
        var prompts = new ArrayList<Action.Prompt>();
        again.forEach(one -> prompts.add(one.prompt(brought.leftOut())));
        prompts.addAll(left.waiting());
        return new Brought(
                brought.move(), prompts.stream().map(prompt -> fit(prompt, live)).toList());
    }

    private static MoveRequest moved(SessionInfo before, ContinueRequest request) {
        return new MoveRequest(
                request.to(), request.model(), request.fromTurn(), request.toTurn(), before.cwd());
    }

    /// When the turn began that ran; long ago, if it is not known.
    private Instant began(SessionInfo before) throws InterruptedException {
        var turn = before.turnId();
        for (var logged : sessions.eventsBefore(before.id(), Long.MAX_VALUE, LOOK_BACK)) {
            if (logged.envelope().event() instanceof Event.UserSaid said
                    && said.messageId() != null
                    && said.messageId().equals(turn)) {
                return logged.envelope().timestamp();
            }
        }
        return Instant.EPOCH;
    }

    /// As the session was asked for here, as far as the other CLI can do that.
    private static NewSession wanted(
            NewSession asked,
            ContinueRequest request,
            ProviderProfile.Live live,
            Permission permission,
            Brought brought) {
        return new NewSession(
                request.to(),
                request.model(),
                asked.cwd(),
                permission,
                brought.move().map(made -> made.to().nativeId()).orElse(null),
                live.can(LiveCapability.SYSTEM_PROMPT) ? asked.system() : null,
                live.can(LiveCapability.EXTRA_DIRECTORIES) ? asked.directories() : List.of(),
                null,
                live.can(LiveCapability.PARLEY_TOOLS) ? asked.tools() : null,
                brought.prompts().stream().findFirst().orElse(null));
    }

    private SessionInfo open(NewSession wanted, Optional<Move> move) throws InterruptedException {
        try {
            return sessions.start(wanted);
        } catch (Problem problem) {
            takeAway(move);
            throw problem;
        }
    }

    /// A prompt is more than its pictures.
    private static Action.Prompt fit(Action.Prompt prompt, ProviderProfile.Live live) {
        if (prompt.images().isEmpty() || live.can(LiveCapability.IMAGES)) {
            return Action.Prompt.of(prompt.text(), prompt.images());
        }
        return Action.Prompt.of(
                (prompt.text()
                                + "\n\n[%d pictures were left out here: this CLI takes none]"
                                        .formatted(prompt.images().size()))
                        .strip());
    }

    /// Nobody asked for a session that cannot be opened.
    private void takeAway(Optional<Move> move) throws InterruptedException {
        if (move.isPresent()) {
            try {
                undo.undo(move.get().id());
            } catch (Problem problem) {
                LOG.warn("{} stays: {}", move.get().to(), problem.message());
            }
        }
    }

    private void goBack(SessionId id, List<Action.Prompt> waiting, RuntimeException cause)
            throws InterruptedException {
        try {
            sessions.start(NewSession.resuming(id.toString()));
            for (var prompt : waiting) {
                sessions.ask(id, Action.Prompt.of(prompt.text(), prompt.images()));
            }
        } catch (Problem problem) {
            LOG.warn("{} does not go on here either: {}", id, problem.message());
            cause.addSuppressed(problem);
        }
    }
}
