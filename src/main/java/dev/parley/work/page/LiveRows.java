package dev.parley.work.page;

import dev.parley.api.LoggedEvent;
import dev.parley.api.Row;
import dev.parley.api.RowPage;
import dev.parley.api.SessionId;
import dev.parley.session.Sessions;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Rows of a session from our own log. It is read backwards from where a page ends, as far as the
/// page needs it: a long session opens as quickly as a short one.
final class LiveRows implements RowSource {
    private static final int AT_ONCE = 400;

    /// Rows are made of this many events at most; a page may have fewer rows for it.
    private static final int MOST_EVENTS = 50_000;

    /// How far behind a page the rest of its rows is looked for.
    private static final int LOOK_AHEAD = 2_000;

    private final Sessions sessions;
    private final SessionId id;

    LiveRows(Sessions sessions, SessionId id) {
        this.sessions = sessions;
        this.id = id;
    }

    /// Some of the log, in order.
    private record Window(List<LoggedEvent> events, boolean isFromTheBeginning) {}

    private Window window(long before, int count) throws InterruptedException {
        var found = new ArrayList<LoggedEvent>();
        var until = before;
        while (found.size() < count) {
            var page = sessions.eventsBefore(id, until, Math.min(AT_ONCE, count - found.size()));
            if (page.isEmpty()) {
                return new Window(found.reversed(), true);
            }
            found.addAll(page);
            until = page.getLast().sequence();
        }
        return new Window(found.reversed(), until <= 1);
    }

    @Override
    public RowPage before(long before, int limit) throws InterruptedException {
        for (var count = Math.max(AT_ONCE, limit * 4); ; count *= 4) {
            var window = window(before, count);
            var fold = new RowFold("", Integer.MAX_VALUE);
            window.events().forEach(event -> fold.add(event.envelope()));
            var rows = window.isFromTheBeginning() ? fold.rows() : whole(fold.rows());
            if (rows.size() >= limit || window.isFromTheBeginning() || count >= MOST_EVENTS) {
                if (before != Long.MAX_VALUE) {
                    complete(fold, before);
                }
                var shown = rows.subList(Math.max(0, rows.size() - limit), rows.size());
                var isMore = shown.size() < rows.size() || !window.isFromTheBeginning();
                return new RowPage(
                        light(shown),
                        isMore && !shown.isEmpty() ? shown.getFirst().id() : null,
                        before != Long.MAX_VALUE && !shown.isEmpty() ? shown.getLast().id() : null,
                        null);
            }
        }
    }

    /// Without what began before the window: messages in the front, results of earlier calls.
    private static List<OpenRow> whole(List<OpenRow> rows) {
        var first = 0;
        while (first < rows.size() && rows.get(first).isMessage()) {
            first++;
        }
        return rows.subList(first, rows.size()).stream().filter(row -> !row.isOrphan()).toList();
    }

    /// A tool may return long after its call.
    private void complete(RowFold fold, long from) throws InterruptedException {
        var last = from - 1;
        for (var seen = 0; seen < LOOK_AHEAD && fold.isWaiting(); ) {
            var page = sessions.events(id, last, AT_ONCE);
            if (page.isEmpty()) {
                return;
            }
            page.forEach(event -> fold.complete(event.envelope()));
            last = page.getLast().sequence();
            seen += page.size();
        }
    }

    @Override
    public RowPage after(long after, int limit) throws InterruptedException {
        var fold = new RowFold("", Integer.MAX_VALUE);
        var last = after - 1;
        var seen = 0;
        while (fold.size() <= limit + 1 && seen < MOST_EVENTS) {
            var page = sessions.events(id, last, AT_ONCE);
            if (page.isEmpty()) {
                break;
            }
            page.forEach(event -> fold.add(event.envelope()));
            last = page.getLast().sequence();
            seen += page.size();
        }
        complete(fold, last + 1);
        return behind(fold, after, limit, true);
    }

    /// The rows behind the first, which is known already.
    static RowPage behind(RowFold fold, long after, int limit, boolean dropsOrphans) {
        var rows =
                fold.rows().stream()
                        .filter(row -> row.first() > after)
                        .filter(row -> !dropsOrphans || !row.isOrphan())
                        .toList();
        var shown = rows.subList(0, Math.min(rows.size(), limit));
        return new RowPage(
                light(shown), null, shown.size() < rows.size() ? shown.getLast().id() : null, null);
    }

    @Override
    public RowPage around(long sequence, int limit) throws InterruptedException {
        var row = find(sequence);
        var newer = after(row == null ? sequence : row.first(), Math.max(1, limit / 2));
        var end = newer.after() == null ? Long.MAX_VALUE : newer.rows().getLast().last() + 1;
        var page = before(end, limit);
        return new RowPage(
                page.rows(),
                page.before(),
                end == Long.MAX_VALUE ? null : page.after(),
                row == null ? null : row.id());
    }

    /// The row that an event is in: its call or first piece may be far before it.
    private @Nullable OpenRow find(long sequence) throws InterruptedException {
        for (var count = AT_ONCE; ; count *= 4) {
            var window = window(sequence + 1, count);
            var fold = new RowFold("", Integer.MAX_VALUE).lookingFor(sequence);
            window.events().forEach(event -> fold.add(event.envelope()));
            if (fold.found().isEmpty()) {
                // It is a piece that is gone, or makes no row: the next row is meant.
                var page = sessions.events(id, sequence, AT_ONCE);
                page.forEach(event -> fold.add(event.envelope()));
            }
            var found = fold.found().orElse(null);
            var isWhole =
                    window.isFromTheBeginning()
                            || count >= MOST_EVENTS
                            || (found != null && whole(fold.rows()).contains(found));
            if (isWhole) {
                if (found != null) {
                    complete(fold, sequence + 1);
                }
                return found;
            }
        }
    }

    @Override
    public Optional<Row> row(long sequence) throws InterruptedException {
        return Optional.ofNullable(find(sequence)).map(OpenRow::row);
    }

    private static List<Row> light(List<OpenRow> rows) {
        return rows.stream().map(OpenRow::row).map(RowText::light).toList();
    }
}
