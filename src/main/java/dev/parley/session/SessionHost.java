package dev.parley.session;

import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.base.problem.Problem;
import dev.parley.provider.ProviderProfile;
import dev.parley.session.approval.ApprovalRules;
import dev.parley.session.approval.Approvals;
import dev.parley.session.log.Listeners;
import dev.parley.session.pool.ProcessPool;
import dev.parley.store.OwnerProcess;
import dev.parley.store.RoomSessions;
import dev.parley.store.SessionRow;
import dev.parley.store.SessionStore;
import dev.parley.store.Turn;

import org.slf4j.LoggerFactory;

import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// What every session of one Parley has in common.
///
/// @param entries told when the entry of a session is stored
/// @param liveSessions told which native sessions are live
/// @param rooms knows which sessions agents in rooms have
/// @param onLeft told when a session leaves memory
record SessionHost(
        SessionStore store,
        Clock clock,
        ProcessPool pool,
        Launcher launcher,
        Approvals approvals,
        ApprovalRules rules,
        ToolSource tools,
        PromptNotes notes,
        TurnWatch watch,
        Supplier<LiveSettings> liveSettings,
        Listeners<SessionInfo> entries,
        LiveSessionIndex liveSessions,
        RoomSessions rooms,
        Consumer<Session> onLeft) {
    /// As they are now.
    LiveSettings settings() {
        return liveSettings.get();
    }

    OwnerProcess owner() {
        return store.owner();
    }

    void settle(SessionId id, String turnId, Turn.State state) throws InterruptedException {
        store.settle(id, turnId, state, then(() -> {}));
    }

    /// Stores the entry of a session, then tells of it.
    void changed(SessionRow session, Supplier<SessionInfo> info) throws InterruptedException {
        liveSessions.changed(session);
        store.update(session, then(() -> entries.publish(info.get())));
    }

    void left(Session session) {
        onLeft.accept(session);
    }

    SessionInfo describe(
            SessionRow session,
            Optional<ProviderProfile> profile,
            int queued,
            int open,
            long lastSequence,
            boolean isWarm) {
        var asked = session.asked();
        var now = session.standing();
        var other = now.owner();
        return new SessionInfo(
                session.id(),
                asked.provider(),
                now.nativeId(),
                now.state(),
                asked.cwd(),
                now.shownModel() == null ? now.model() : now.shownModel(),
                now.permission(),
                now.title(),
                rooms.roomOf(session.id()).orElse(null),
                now.turnId(),
                queued,
                open,
                lastSequence,
                isWarm,
                other == null || other.equals(owner()) ? null : other.pid(),
                asked.createdAt(),
                now.updatedAt(),
                profile.flatMap(ProviderProfile::findLive).stream()
                        .flatMap(live -> live.capabilities().stream())
                        .sorted()
                        .toList());
    }

    private static SessionStore.Receipt then(Runnable onStored) {
        return new SessionStore.Receipt() {
            @Override
            public void stored() {
                onStored.run();
            }

            @Override
            public void failed(Problem problem) {
                LoggerFactory.getLogger(SessionHost.class)
                        .error("A change of a session could not be stored: {}", problem.message());
            }
        };
    }
}
