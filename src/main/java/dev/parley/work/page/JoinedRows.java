package dev.parley.work.page;

import dev.parley.api.Row;
import dev.parley.api.RowPage;
import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.session.Sessions;
import dev.parley.work.past.ShownSession;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;

/// All rows of a session by their ids. A live session that was resumed, or whose log was made
/// shorter, goes on in the CLI's own file: rows from there have an `f` before their number.
final class JoinedRows {
    /// Stands for the end of what is there.
    static final String END = "";

    private static final String FILE = "f";

    private final RowSource rows;
    private final @Nullable RowSource earlier;

    private JoinedRows(RowSource rows, @Nullable RowSource earlier) {
        this.rows = rows;
        this.earlier = earlier;
    }

    static JoinedRows stored(ShownSession.Events events) {
        return new JoinedRows(new StoredRows(events, "", Instant.MAX), null);
    }

    static JoinedRows live(Sessions sessions, SessionId id, Optional<ShownSession.Events> file)
            throws InterruptedException {
        var first = sessions.events(id, 0, 1);
        var begin = first.isEmpty() ? Instant.MAX : first.getFirst().envelope().timestamp();
        return new JoinedRows(
                new LiveRows(sessions, id),
                file.map(events -> new StoredRows(events, FILE, begin)).orElse(null));
    }

    RowPage before(String before, int limit) throws InterruptedException {
        if (earlier != null && before.startsWith(FILE)) {
            return earlier.before(number(before.substring(1)), limit);
        }
        var page = rows.before(number(before), limit);
        if (page.before() != null || earlier == null) {
            return page;
        }
        // The rest of the page, and whether there is more at all.
        var rest = earlier.before(Long.MAX_VALUE, Math.max(1, limit - page.rows().size()));
        if (rest.rows().isEmpty()) {
            return page;
        }
        return page.rows().size() >= limit
                ? new RowPage(page.rows(), FILE, page.after(), null)
                : joined(rest, page);
    }

    private static RowPage joined(RowPage first, RowPage second) {
        var all = new ArrayList<>(first.rows());
        all.addAll(second.rows());
        return new RowPage(all, first.before(), second.after(), second.row());
    }

    RowPage after(String after, int limit) throws InterruptedException {
        if (earlier != null && after.startsWith(FILE)) {
            var page = earlier.after(number(after.substring(1)), limit);
            return page.after() != null ? page : joined(page, rows.after(0, limit));
        }
        return rows.after(number(after), limit);
    }

    RowPage around(String row, int limit) throws InterruptedException {
        if (earlier != null && row.startsWith(FILE)) {
            var page = earlier.around(number(row.substring(1)), limit);
            return page.after() != null || page.rows().isEmpty()
                    ? page
                    : new RowPage(
                            page.rows(), page.before(), page.rows().getLast().id(), page.row());
        }
        return rows.around(number(row), limit);
    }

    Optional<Row> row(String row) throws InterruptedException {
        return earlier != null && row.startsWith(FILE)
                ? earlier.row(number(row.substring(1)))
                : rows.row(number(row));
    }

    private static long number(String text) {
        if (text.isEmpty()) {
            return Long.MAX_VALUE;
        }
        if (text.matches("\\d{1,15}")) {
            return Long.parseLong(text);
        }
        throw Problem.invalid("\"" + text + "\" is no row.", "Give the id of a row.");
    }
}
