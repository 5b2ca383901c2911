package dev.parley.work.move;

import dev.parley.api.MoveRequest;
import dev.parley.api.NewSession;
import dev.parley.api.Progress;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.event.SessionKey;
import dev.parley.history.History;
import dev.parley.session.Sessions;
import dev.parley.work.limit.LostTurns;
import dev.parley.work.limit.ReachedLimit;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Goes on with a live session in another CLI: it is closed here, brought there, and opened again
/// in the same directory with the prompts that waited, and before them those that a limit ended. If
/// it cannot be brought, it is opened here again.
public final class ContinueElsewhere {
    private static final int PAGE = 1000;

    private final Sessions sessions;
    private final MoveSession moves;
    private final History history;
    private final ReachedLimit.Finder limits;

    public ContinueElsewhere(
            Sessions sessions, MoveSession moves, History history, ReachedLimit.Finder limits) {
        this.sessions = sessions;
        this.moves = moves;
        this.history = history;
        this.limits = limits;
    }

    /// @param request its directory is the session's own
    public SessionInfo run(SessionId id, MoveRequest request) throws InterruptedException {
        var before = sessions.info(id);
        if (before.provider().equals(request.to()) && request.toTurn() == null) {
            throw Problem.invalid(id + " is in " + request.to() + " already.", "Name another CLI.");
        }
        moves.check(request);
        var lost = LostTurns.of(sessions, limits, before).map(LostTurns::prompts).orElse(List.of());
        var waiting = takeBack(id);
        sessions.ask(id, new Action.Close());
        try {
            var there = moved(id, before, request, !lost.isEmpty());
            var toSay = new ArrayList<>(lost);
            toSay.addAll(waiting);
            return open(
                    new NewSession(
                            request.to(),
                            request.model(),
                            before.cwd().toString(),
                            before.permission(),
                            there,
                            null,
                            List.of(),
                            null,
                            null,
                            null),
                    toSay);
        } catch (Problem problem) {
            open(NewSession.resuming(id.toString()), waiting);
            throw problem;
        }
    }

    /// @return the new session's id; nothing where nothing was answered yet
    private @Nullable String moved(
            SessionId id, SessionInfo before, MoveRequest request, boolean isLost)
            throws InterruptedException {
        if (before.nativeId() == null) {
            return null;
        }
        var from = new SessionKey(before.provider(), before.nativeId());
        history.refresh(Progress.SILENT);
        var entry = history.view().find(from);
        if (entry.isEmpty() || entry.get().summary().prompts() == 0) {
            if (hasAnswers(id)) {
                throw Problem.notFound(
                        "What was said in " + from + " is not among the sessions of its CLI.",
                        "It goes on here. A session in a home of its own cannot be moved.");
            }
            return null;
        }
        var wanted =
                new MoveRequest(
                        request.to(),
                        request.model(),
                        request.fromTurn(),
                        request.toTurn(),
                        before.cwd());
        var made =
                isLost ? moves.moveAnswered(from, wanted) : Optional.of(moves.move(from, wanted));
        history.refresh(Progress.SILENT);
        return made.map(move -> move.to().nativeId()).orElse(null);
    }

    private SessionInfo open(NewSession wanted, List<String> waiting) throws InterruptedException {
        var opened = sessions.start(wanted);
        for (var text : waiting) {
            sessions.ask(opened.id(), Action.Prompt.of(text));
        }
        return sessions.info(opened.id());
    }

    /// The prompts that wait, which closing would drop.
    private List<String> takeBack(SessionId id) throws InterruptedException {
        var taken = new ArrayList<String>();
        for (var turn : queued(id).entrySet()) {
            // One that began meanwhile is said already.
            if (Boolean.TRUE.equals(sessions.ask(id, new Action.Cancel(turn.getKey())).done())) {
                taken.add(turn.getValue());
            }
        }
        return taken;
    }

    /// Whether the agent has ever said or done anything.
    private boolean hasAnswers(SessionId id) throws InterruptedException {
        var found = new ArrayList<Event>();
        read(
                id,
                event -> {
                    if (found.isEmpty()
                            && (event instanceof Event.AssistantSaid
                                    || event instanceof Event.AssistantStreamed
                                    || event instanceof Event.ToolCalled)) {
                        found.add(event);
                    }
                });
        return !found.isEmpty();
    }

    private Map<String, String> queued(SessionId id) throws InterruptedException {
        var queued = new LinkedHashMap<String, String>();
        read(
                id,
                event -> {
                    if (event instanceof Event.TurnQueued(var turn, var text)) {
                        queued.put(turn, text);
                    } else if (event instanceof Event.TurnStarted started) {
                        queued.remove(started.turnId());
                    } else if (event instanceof Event.TurnEnded ended) {
                        queued.remove(ended.turnId());
                    }
                });
        return queued;
    }

    private void read(SessionId id, Consumer<Event> each) throws InterruptedException {
        var after = 0L;
        for (var page = sessions.events(id, after, PAGE);
                !page.isEmpty();
                page = sessions.events(id, after, PAGE)) {
            page.forEach(logged -> each.accept(logged.envelope().event()));
            after = page.getLast().sequence();
        }
    }
}
