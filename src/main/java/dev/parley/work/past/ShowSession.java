package dev.parley.work.past;

import dev.parley.api.SessionEvents;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.UsageTotals;
import dev.parley.base.problem.Problem;
import dev.parley.event.Envelope;
import dev.parley.event.SessionKey;
import dev.parley.history.History;
import dev.parley.history.HistorySnapshot;
import dev.parley.history.SessionEntry;
import dev.parley.history.SessionTranscript;

import java.util.ArrayList;
import java.util.Optional;
import java.util.OptionalLong;

/// Shows one session: from the CLI's own files, or from our store while it is live and there is no
/// file yet.
public final class ShowSession {
    private final History history;
    private final LiveNow live;
    private final ReportUsage usage;

    public ShowSession(History history, LiveNow live, ReportUsage usage) {
        this.history = history;
        this.live = live;
        this.usage = usage;
    }

    /// A session by what a person may call it: `provider:id`, its id, the beginning of its id, or
    /// the id that a live session has here.
    public ShownSession named(String name) throws InterruptedException {
        var key = SessionId.isOne(name) ? live.keyOf(SessionId.of(name)) : SessionKey.parse(name);
        var known = key.isPresent() ? find(key.get()) : Optional.<ShownSession>empty();
        if (known.isPresent()) {
            return known.get();
        }
        var view = history.view();
        return shown(view, view.named(name));
    }

    /// One of which the CLI's own file is there.
    public Optional<ShownSession> stored(SessionKey key) {
        var view = history.view();
        return view.find(key).map(entry -> shown(view, entry));
    }

    /// One that our own store tells of.
    public ShownSession live(SessionInfo info) {
        return live.shown(info);
    }

    /// What one session used, as far as the CLI's own file tells.
    public UsageTotals usage(SessionKey key) {
        return usage.of(key);
    }

    public Optional<ShownSession> find(SessionKey key) throws InterruptedException {
        var view = history.view();
        var entry = view.find(key);
        return entry.isPresent() ? Optional.of(shown(view, entry.get())) : live.find(key);
    }

    private ShownSession shown(HistorySnapshot view, SessionEntry entry) {
        return new ShownSession(
                live.marks(live.ids()).apply(entry.summary()),
                new SessionTranscript(history, view, entry)::read);
    }

    /// A page of its events.
    ///
    /// @param after the number of the last event that is known already
    public SessionEvents events(SessionKey key, long after, int limit) throws InterruptedException {
        var shown =
                find(key)
                        .orElseThrow(() ->
                                Problem.notFound(
                                        "There is no session \"" + key + "\".",
                                        "GET /api/sessions lists them."));
        var page = new ArrayList<Envelope>();
        shown.events()
                .read(event -> {
                    if (event.sequenceNumber() > after && page.size() <= limit) {
                        page.add(event);
                    }
                });
        var hasMore = page.size() > limit;
        return new SessionEvents(
                shown.session(),
                usage.of(key),
                hasMore ? page.subList(0, limit) : page,
                hasMore
                        ? OptionalLong.of(page.get(limit - 1).sequenceNumber())
                        : OptionalLong.empty());
    }
}
