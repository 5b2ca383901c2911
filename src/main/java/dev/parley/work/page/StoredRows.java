package dev.parley.work.page;

import dev.parley.api.Row;
import dev.parley.api.RowPage;
import dev.parley.event.Envelope;
import dev.parley.work.past.ShownSession;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Rows of a session from the CLI's own file. The file is read from its beginning, and only as many
/// rows as are wanted are in memory.
final class StoredRows implements RowSource {
    private final ShownSession.Events events;
    private final String prefix;
    private final Instant until;

    /// @param prefix before the number of a row
    /// @param until only what was said before
    StoredRows(ShownSession.Events events, String prefix, Instant until) {
        this.events = events;
        this.prefix = prefix;
        this.until = until;
    }

    private void read(Consumer<Envelope> each) throws InterruptedException {
        events.read(envelope -> {
            if (envelope.timestamp().isBefore(until)) {
                each.accept(envelope);
            }
        });
    }

    @Override
    public RowPage before(long before, int limit) throws InterruptedException {
        var fold = new RowFold(prefix, limit);
        read(envelope -> {
            if (envelope.sequenceNumber() < before) {
                fold.add(envelope);
            } else {
                fold.complete(envelope);
            }
        });
        return page(fold, fold.hasDropped(), before != Long.MAX_VALUE, null);
    }

    @Override
    public RowPage after(long after, int limit) throws InterruptedException {
        var fold = new RowFold(prefix, Integer.MAX_VALUE);
        read(envelope -> {
            if (fold.size() <= limit + 1) {
                fold.add(envelope);
            } else {
                fold.complete(envelope);
            }
            if (envelope.sequenceNumber() < after) {
                fold.forgetAll();
            }
        });
        return LiveRows.behind(fold, after, limit, false);
    }

    /// Keeps half a page before the row, and ends half a page behind it.
    @Override
    public RowPage around(long sequence, int limit) throws InterruptedException {
        var fold = new RowFold(prefix, Math.max(limit, 2)).lookingFor(sequence);
        var behind = new int[] {0};
        var isMore = new boolean[] {false};
        read(envelope -> {
            var size = fold.rows().isEmpty() ? -1 : fold.rows().getLast().first();
            if (behind[0] > limit / 2) {
                isMore[0] = true;
                fold.complete(envelope);
                return;
            }
            fold.add(envelope);
            var isNew = !fold.rows().isEmpty() && fold.rows().getLast().first() != size;
            if (fold.found().isPresent() && isNew) {
                behind[0]++;
            }
        });
        return page(fold, fold.hasDropped(), isMore[0], fold.found().map(OpenRow::id).orElse(null));
    }

    private static RowPage page(
            RowFold fold, boolean hasBefore, boolean hasAfter, @Nullable String row) {
        List<OpenRow> rows = fold.rows();
        return new RowPage(
                rows.stream().map(OpenRow::row).map(RowText::light).toList(),
                hasBefore && !rows.isEmpty() ? rows.getFirst().id() : null,
                hasAfter && !rows.isEmpty() ? rows.getLast().id() : null,
                row);
    }

    @Override
    public Optional<Row> row(long sequence) throws InterruptedException {
        var fold = new RowFold(prefix, 200).lookingFor(sequence);
        read(envelope -> {
            if (fold.found().isPresent()) {
                fold.complete(envelope);
            } else {
                fold.add(envelope);
            }
        });
        return fold.found().map(OpenRow::row);
    }
}
