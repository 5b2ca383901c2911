package dev.parley.session;

import dev.parley.api.SessionInfo;
import dev.parley.api.SessionState;
import dev.parley.event.Event;
import dev.parley.event.Offer;
import dev.parley.event.Permission;
import dev.parley.provider.ProviderProfile;
import dev.parley.session.log.SessionJournal;
import dev.parley.store.OwnerProcess;
import dev.parley.store.SessionRow;
import dev.parley.store.Turn;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/// What is known of a session and what is told of it: its entry in the store and its journal. Its
/// session's thread owns it; others only look at [#info].
final class SessionRecord {
    private final SessionHost host;
    private final ProviderProfile profile;
    private final SessionJournal journal;
    private SessionRow stored;
    private boolean hasStarted;
    private @Nullable String askedModel;
    private volatile Entry entry;
    private volatile Offer offer = Offer.NOTHING;

    /// What lists show of it.
    private record Entry(SessionRow session, int queued, int approvals, boolean isWarm) {}

    SessionRecord(
            SessionHost host, ProviderProfile profile, SessionJournal journal, SessionRow stored) {
        this.host = host;
        this.profile = profile;
        this.journal = journal;
        this.stored = stored;
        hasStarted = journal.sequence() > 0;
        entry = new Entry(stored, 0, 0, false);
    }

    SessionRow stored() {
        return stored;
    }

    /// On any thread.
    SessionInfo info() {
        var now = entry;
        return host.describe(
                now.session(),
                Optional.of(profile),
                now.queued(),
                now.approvals(),
                journal.sequence(),
                now.isWarm());
    }

    /// What its CLI told of itself since it is open. On any thread.
    Offer offer() {
        return offer;
    }

    void offered(Offer told) {
        offer = offer.plus(told);
    }

    /// When its entry in the store was last written. On any thread.
    Instant updatedAt() {
        return entry.session().standing().updatedAt();
    }

    void replace(SessionRow now) {
        stored = now;
    }

    void named(@Nullable String nativeId) {
        stored = stored.now(it -> it.named(nativeId));
    }

    void titled(String prompt) {
        if (stored.standing().title() == null) {
            var line = prompt.strip().lines().findFirst().orElse("");
            var title = line.length() > 80 ? line.substring(0, 79) + "…" : line;
            stored = stored.now(it -> it.titled(title));
        }
    }

    /// The provider uses this model, as it calls it.
    void shows(@Nullable String model) {
        if (model != null) {
            stored = stored.now(it -> it.withModel(it.model(), model));
        }
    }

    /// The provider was asked for another model; it will tell whether it took it.
    void asked(String model) {
        askedModel = model;
    }

    void changed(Event.SessionChanged changed) {
        if (changed.model() != null) {
            var told = askedModel == null ? stored.standing().model() : askedModel;
            askedModel = null;
            stored = stored.now(it -> it.withModel(told, changed.model()));
        }
        if (changed.title() != null) {
            stored = stored.now(it -> it.titled(changed.title()));
        }
        for (var mode : Permission.values()) {
            if (mode.wireName().equals(changed.permission())) {
                stored = stored.now(it -> it.with(mode));
            }
        }
    }

    /// @return its number
    long publish(Event event) throws InterruptedException {
        ensureStarted();
        journal.append(event, stored.nativeId());
        return journal.sequence();
    }

    /// The first event of a session is always its start.
    void ensureStarted() throws InterruptedException {
        if (!hasStarted) {
            started(Event.SessionStarted.in(null, null));
        }
    }

    /// Told once; a process that goes on with the session tells it again. What the CLI does not
    /// tell about its session, the request does.
    public void started(Event.SessionStarted told) throws InterruptedException {
        shows(told.model());
        if (hasStarted) {
            return;
        }
        hasStarted = true;
        var now = stored.standing();
        var model = now.shownModel() == null ? now.model() : now.shownModel();
        var cwd = stored.asked().cwd().toString();
        journal.append(told.orElse(cwd, model), stored.nativeId());
    }

    void settle(String turnId, Turn.State state) throws InterruptedException {
        host.settle(stored.id(), turnId, state);
    }

    /// Brings the store and the lists up to date, when something changed.
    ///
    /// @param owner the Parley that has it open from now on
    void save(
            SessionState state,
            @Nullable String turn,
            @Nullable OwnerProcess owner,
            int queued,
            int approvals,
            boolean isWarm)
            throws InterruptedException {
        var known = entry;
        if (stored.equals(known.session())
                && stored.standing().state() == state
                && Objects.equals(stored.standing().turnId(), turn)
                && Objects.equals(stored.owner(), owner)
                && known.queued() == queued
                && known.approvals() == approvals
                && known.isWarm() == isWarm) {
            return; // as after most events
        }
        var time = host.clock().instant();
        stored = stored.now(it -> it.in(state, turn).ownedBy(owner).at(time));
        entry = new Entry(stored, queued, approvals, isWarm);
        host.changed(stored, this::info);
    }
}
