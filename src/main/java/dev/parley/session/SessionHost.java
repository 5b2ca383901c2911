package dev.parley.session;

import dev.parley.api.SessionInfo;
import dev.parley.base.problem.Problem;
import dev.parley.provider.ProviderProfile;
import dev.parley.session.approval.ApprovalRules;
import dev.parley.session.approval.Approvals;
import dev.parley.session.log.Listeners;
import dev.parley.session.pool.ProcessPool;
import dev.parley.session.store.OwnerProcess;
import dev.parley.session.store.SessionRow;
import dev.parley.session.store.SessionRows;
import dev.parley.store.sqlite.Database;
import dev.parley.store.sqlite.Statements;
import dev.parley.store.sqlite.Write;

import org.slf4j.LoggerFactory;

import java.sql.SQLException;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// What every session of one Parley has in common.
///
/// @param entries told when the entry of a session is stored
/// @param keys told which native sessions are live
/// @param onLeft told when a session leaves memory
record SessionHost(
        Database database,
        Clock clock,
        OwnerProcess owner,
        ProcessPool pool,
        Launcher launcher,
        Approvals approvals,
        ApprovalRules rules,
        LiveSettings settings,
        Listeners<SessionInfo> entries,
        LiveSessionIndex keys,
        Consumer<Session> onLeft) {
    /// A change of which nobody waits to hear.
    interface Change {
        void run(Statements store) throws SQLException;
    }

    void store(Change change) throws InterruptedException {
        store(change, () -> {});
    }

    /// Stores the entry of a session, then tells of it.
    void changed(SessionRow session, Supplier<SessionInfo> info) throws InterruptedException {
        keys.changed(session);
        store(store -> SessionRows.update(store, session), () -> entries.tell(info.get()));
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
                now.turnId(),
                queued,
                open,
                lastSequence,
                isWarm,
                other == null || other.equals(owner) ? null : other.pid(),
                asked.createdAt(),
                now.updatedAt(),
                profile.flatMap(ProviderProfile::findLive).stream()
                        .flatMap(live -> live.capabilities().stream())
                        .sorted()
                        .toList());
    }

    private void store(Change change, Runnable onStored) throws InterruptedException {
        database.submit(
                new Write() {
                    @Override
                    public void run(Statements store) throws SQLException {
                        change.run(store);
                    }

                    @Override
                    public void stored() {
                        onStored.run();
                    }

                    @Override
                    public void failed(Problem problem) {
                        LoggerFactory.getLogger(SessionHost.class)
                                .error(
                                        "A change of a session could not be stored: {}",
                                        problem.message());
                    }
                });
    }
}
