package dev.parley.work;

import dev.parley.api.Accepted;
import dev.parley.api.EventFeed;
import dev.parley.api.NewSession;
import dev.parley.api.PendingApproval;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.Subscription;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Offer;
import dev.parley.session.Sessions;

import java.util.List;
import java.util.function.Consumer;

/// Start, ask and follow live sessions, and see what their agents ask permission for. What makes no
/// sense is a [Problem] before anything happens. Calls may wait for the store.
public final class LiveSessions {
    /// How many sessions a list has unless a client asks for another number.
    public static final int USUAL = 100;

    public static final int MOST = 1000;

    private final Sessions sessions;

    public LiveSessions(Sessions sessions) {
        this.sessions = sessions;
    }

    /// Starts a session, or resumes one, and returns at once. What goes wrong from here on is
    /// reported by events.
    public SessionInfo start(NewSession request) throws InterruptedException {
        return sessions.start(request);
    }

    /// The newest sessions first, without those of agents in rooms.
    public List<SessionInfo> list(int limit) throws InterruptedException {
        return list(limit, false);
    }

    /// @param withRooms whether those of agents in rooms are wanted, too
    public List<SessionInfo> list(int limit, boolean withRooms) throws InterruptedException {
        var most = checked(limit);
        while (true) {
            var all = sessions.list(most);
            var shown = all.stream().filter(one -> withRooms || one.room() == null).toList();
            if (all.size() < most || shown.size() >= limit) {
                return shown.subList(0, Math.min(limit, shown.size()));
            }
            most *= 2;
        }
    }

    /// A session by any of its names: ours, what its CLI calls it, the beginning of that as lists
    /// print it, or `last` for the newest that is in no room.
    public SessionId named(String name) throws InterruptedException {
        if (SessionId.isOne(name)) {
            return SessionId.of(name);
        }
        var found =
                list(MOST, true).stream()
                        .filter(info ->
                                name.equals("last") ? info.room() == null : isCalled(info, name))
                        .map(SessionInfo::id)
                        .limit(2)
                        .toList();
        if (found.isEmpty()) {
            throw Problem.notFound(
                    "No session that Parley ran is called \"" + name + "\".",
                    "Use an id of `parley sessions`, or `last`. What a CLI did by itself is not known.");
        }
        if (found.size() > 1 && !name.equals("last")) {
            throw Problem.invalid(
                    "More than one session begins with \"" + name + "\".", "Give more of its id.");
        }
        return found.getFirst();
    }

    private static boolean isCalled(SessionInfo info, String name) {
        var nativeId = info.nativeId();
        return nativeId != null
                && !name.isEmpty()
                && (nativeId.startsWith(name)
                        || (info.provider() + ":" + nativeId).startsWith(name));
    }

    /// A number of sessions that a list may have.
    public static int checked(int limit) {
        if (limit < 1 || limit > MOST) {
            throw Problem.invalid(
                    "A list of " + limit + " sessions is not possible.",
                    "Give a number between 1 and " + MOST + ".");
        }
        return limit;
    }

    public SessionInfo info(SessionId id) throws InterruptedException {
        return sessions.info(id);
    }

    public Accepted ask(SessionId id, Action action) throws InterruptedException {
        return sessions.ask(id, action);
    }

    /// What its CLI tells of itself.
    public Offer offer(SessionId id) {
        return sessions.offer(id);
    }

    /// Everything after a number (0: from the beginning), then everything that happens.
    public EventFeed follow(SessionId id, long after) throws InterruptedException {
        return sessions.follow(id, after);
    }

    /// The questions that wait for a person, the oldest first.
    public List<PendingApproval> approvals() {
        return sessions.approvals().pending();
    }

    /// Reports every session whose entry in the list changed. The listener must not wait.
    public Subscription onChange(Consumer<SessionInfo> listener) {
        return sessions.onChange(listener);
    }

    /// Reports every question that comes and goes. The listener must not wait.
    public Subscription onApproval(Consumer<PendingApproval.Change> listener) {
        return sessions.approvals().onChange(listener);
    }
}
