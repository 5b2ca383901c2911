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

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Goes on with a live session in another CLI: it is closed here, brought there, and opened again
/// in the same directory with the prompts that waited. If it cannot be brought, it is opened here
/// again.
public final class ContinueElsewhere {
    private static final int PAGE = 1000;

    private final Sessions sessions;
    private final MoveSession moves;
    private final History history;

    public ContinueElsewhere(Sessions sessions, MoveSession moves, History history) {
        this.sessions = sessions;
        this.moves = moves;
        this.history = history;
    }

    /// @param request its directory is the session's own
    public SessionInfo run(SessionId id, MoveRequest request) throws InterruptedException {
        var before = sessions.info(id);
        if (before.provider().equals(request.to()) && request.toTurn() == null) {
            throw Problem.invalid(id + " is in " + request.to() + " already.", "Name another CLI.");
        }
        var waiting = takeBack(id);
        sessions.ask(id, new Action.Close());
        try {
            var there =
                    before.nativeId() == null
                            ? null
                            : moved(
                                    new SessionKey(before.provider(), before.nativeId()),
                                    before,
                                    request);
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
                    waiting);
        } catch (Problem problem) {
            open(NewSession.resuming(id.toString()), waiting);
            throw problem;
        }
    }

    private @Nullable String moved(SessionKey from, SessionInfo info, MoveRequest request)
            throws InterruptedException {
        history.refresh(Progress.SILENT);
        if (history.view().find(from).isEmpty()) {
            return null; // nothing was said in it yet
        }
        var wanted =
                new MoveRequest(
                        request.to(),
                        request.model(),
                        request.fromTurn(),
                        request.toTurn(),
                        info.cwd());
        var made = moves.move(from, wanted);
        history.refresh(Progress.SILENT);
        return made.to().nativeId();
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

    private Map<String, String> queued(SessionId id) throws InterruptedException {
        var queued = new LinkedHashMap<String, String>();
        var after = 0L;
        for (var page = sessions.events(id, after, PAGE);
                !page.isEmpty();
                page = sessions.events(id, after, PAGE)) {
            for (var logged : page) {
                var event = logged.envelope().event();
                if (event instanceof Event.TurnQueued(var turn, var text)) {
                    queued.put(turn, text);
                } else if (event instanceof Event.TurnStarted started) {
                    queued.remove(started.turnId());
                } else if (event instanceof Event.TurnEnded ended) {
                    queued.remove(ended.turnId());
                }
            }
            after = page.getLast().sequence();
        }
        return queued;
    }
}
