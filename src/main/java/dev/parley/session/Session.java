package dev.parley.session;

import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.event.Offer;
import dev.parley.event.Permission;
import dev.parley.provider.LiveInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.session.SessionInbox.Over;
import dev.parley.session.SessionInbox.Signal;
import dev.parley.session.approval.OpenApprovals;
import dev.parley.session.log.Followers;
import dev.parley.session.log.SessionJournal;
import dev.parley.store.SessionRow;
import dev.parley.store.Turn;
import dev.parley.wire.Happening;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// One conversation. One virtual thread owns it and takes everything that concerns it from one
/// inbox: what doors ask, what its process reports, what runs out of time. So order is a fact, and
/// nothing in here needs a lock.
final class Session {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    /// Longer than the end of a process takes.
    private static final Duration UNTIL_FREE = Duration.ofSeconds(4);

    private final SessionHost host;
    private final SessionId id;
    private final ProviderProfile profile;
    private final SessionInbox inbox;
    private final SessionRecord record;
    private final ProcessLease lease;
    private final OpenApprovals approvals;
    private final ToolCalls tools;
    private final TurnScheduler scheduler;
    private final HappeningHandler handler;
    private boolean isLeaving;

    /// @param lastSequence the number of the newest event that is there already
    Session(
            SessionHost host,
            ProviderProfile profile,
            SessionRow stored,
            Followers followers,
            long lastSequence) {
        this.host = host;
        this.profile = profile;
        id = stored.id();
        inbox = new SessionInbox(host.pool());
        var journal =
                new SessionJournal(
                        host.store(),
                        id,
                        stored.provider(),
                        followers,
                        host.clock(),
                        inbox::storeFailed,
                        lastSequence);
        record = new SessionRecord(host, profile, journal, stored);
        var arrivals = new ToolArrivals(record, inbox);
        lease = new ProcessLease(host, profile, id, inbox, arrivals);
        approvals =
                new OpenApprovals(
                        id,
                        host.approvals(),
                        host.rules(),
                        host.settings().approvalTimeout(),
                        host.clock());
        tools = new ToolCalls(host.tools(), record, lease, inbox);
        var around = new AroundTurns(host, record);
        scheduler = new TurnScheduler(host, profile, record, lease, approvals, tools, around);
        handler =
                new HappeningHandler(
                        profile, record, lease, approvals, tools, arrivals, scheduler, around);
    }

    void begin() {
        Thread.ofVirtual().name("session-" + id).start(this::work);
    }

    /// What its CLI told of itself. On any thread.
    Offer offer() {
        return record.offer();
    }

    SessionInfo info() {
        return record.info();
    }

    Instant updatedAt() {
        return record.updatedAt();
    }

    // What doors ask: called on any thread.

    /// Opens its process, if it has none.
    void open() throws InterruptedException, Over {
        inbox.order(scheduler::open);
    }

    String prompt(Turn turn, boolean steer) throws InterruptedException, Over {
        return inbox.ask(() -> scheduler.prompt(turn, steer));
    }

    boolean cancel(String turnId) throws InterruptedException, Over {
        return inbox.ask(() -> scheduler.cancel(turnId));
    }

    Turns.Left takeBack() throws InterruptedException, Over {
        return inbox.ask(scheduler::takeBack);
    }

    boolean interrupt() throws InterruptedException, Over {
        return inbox.ask(scheduler::interrupt);
    }

    void decide(Action.Decide decide) throws InterruptedException, Over {
        inbox.order(() -> handler.answer(approvals.decide(decide)));
    }

    void switchModel(String model) throws InterruptedException, Over {
        inbox.order(() -> onSwitchModel(model));
    }

    void switchMode(Permission permission) throws InterruptedException, Over {
        var settings = LiveInvocation.mode(profile, permission).settings();
        inbox.order(() -> onSwitchMode(permission, settings));
    }

    /// Returns when its entry says what its events have said.
    void settled() throws InterruptedException, Over {
        inbox.order(() -> {});
    }

    /// Returns when its native session is free for others, or when that takes too long.
    void close() throws InterruptedException, Over {
        var ending = inbox.ask(scheduler::close);
        if (ending.isPresent()) {
            ending.get().awaitEnd(UNTIL_FREE);
        }
    }

    /// Parley goes down: what runs is over, and the next Parley can have it.
    void shutDown() throws InterruptedException, Over {
        inbox.order(() -> {
            isLeaving = true;
            scheduler.shutDown();
            inbox.end();
        });
    }

    /// Another Parley had it while it was closed here, or it is wanted in another way now: what our
    /// process remembers is old.
    void forgetProcess(SessionRow now) throws InterruptedException, Over {
        inbox.order(() -> {
            lease.detach();
            record.replace(now);
        });
    }

    // From here on everything is on the session's own thread.

    private void work() {
        try {
            while (!inbox.isOver(
                    scheduler.phase() == TurnScheduler.Phase.COMPLETED && !lease.isUp())) {
                var signal = inbox.take(patience());
                if (signal != null) {
                    take(signal);
                }
                for (var late : approvals.timedOut()) {
                    handler.answer(late);
                }
                scheduler.giveUpIfDue();
                save();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("The session {} failed", id, e);
            lease.detach();
        } finally {
            inbox.clear();
            tools.dropAll();
            awaitStored();
            host.left(this);
        }
    }

    private Optional<Long> patience() {
        return Stream.of(approvals.untilNextTimeout(), scheduler.untilDue())
                .flatMap(Optional::stream)
                .min(Long::compare);
    }

    /// From here on the store answers for the session, so everything has to be in there.
    private void awaitStored() {
        try {
            host.store().awaitStored();
        } catch (Problem e) {
            LOG.warn("The end of the session {} may not be stored: {}", id, e.message());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void take(Signal signal) throws InterruptedException {
        switch (signal) {
            case Signal.Asked<?> asked -> perform(asked);
            case Signal.Happened(var from, var happening, _) -> {
                if (lease.accepts(from)) {
                    handle(happening);
                }
            }
            case Signal.Ending(var from, var how) -> {
                if (lease.isOf(from)) {
                    handler.ending(how);
                }
            }
            case Signal.Gone(var from, var how) -> {
                if (lease.isOf(from)) {
                    handler.gone(how);
                }
            }
            case Signal.Place() -> scheduler.place();
            case Signal.StoreFailed(var problem) -> {
                LOG.error("The session {} cannot be stored: {}", id, problem.message());
                scheduler.storeFailed();
            }
        }
    }

    /// A fault of ours must not leave a turn without an end.
    private void handle(Happening happening) throws InterruptedException {
        try {
            handler.handle(happening);
        } catch (RuntimeException e) {
            LOG.error("The session {} could not take what its agent said", id, e);
            lease.detach();
            scheduler.fail("Parley failed: see its log.", "parley_failed");
        }
    }

    /// The reply goes out when the entry of the session is up to date: the next question sees what
    /// happened.
    private <T> void perform(Signal.Asked<T> asked) throws InterruptedException {
        try {
            var result = asked.work().run();
            save();
            asked.reply().complete(result);
        } catch (RuntimeException e) {
            save();
            asked.reply().completeExceptionally(e);
        }
    }

    /// The provider confirms it; without a process it is simply what the next one starts with.
    private void onSwitchModel(String model) throws InterruptedException {
        record.asked(model);
        if (lease.isJoined()) {
            lease.send(new Action.SwitchModel(model));
        } else {
            changed(new Event.SessionChanged(model, null, null));
        }
    }

    private void onSwitchMode(Permission permission, Map<String, String> settings)
            throws InterruptedException {
        if (lease.isJoined()) {
            lease.send(new Action.SwitchMode(permission, settings));
        } else {
            changed(new Event.SessionChanged(null, permission.wireName(), null));
        }
    }

    private void changed(Event.SessionChanged change) throws InterruptedException {
        record.changed(change);
        record.publish(change);
    }

    private void save() throws InterruptedException {
        var phase = scheduler.phase();
        var isMine =
                (phase == TurnScheduler.Phase.OPEN || phase == TurnScheduler.Phase.ERROR)
                        && !isLeaving;
        var turns = scheduler.turns();
        record.save(
                scheduler.state(),
                turns.shown(),
                isMine ? host.owner() : null,
                turns.queued(),
                approvals.count(),
                lease.isJoined());
    }
}
