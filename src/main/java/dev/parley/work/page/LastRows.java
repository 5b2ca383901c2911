package dev.parley.work.page;

import dev.parley.api.Row;
import dev.parley.api.SessionId;
import dev.parley.session.Sessions;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The last rows of sessions, remembered until they go on: the inbox is made anew for every change
/// of any of them. Thread-safe.
final class LastRows {
    private static final int REMEMBERED = 200;

    private record Known(long sequence, int count, List<Row> rows) {}

    private final Sessions sessions;
    private final Map<SessionId, Known> known = // guarded by itself
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<SessionId, Known> eldest) {
                    return size() > REMEMBERED;
                }
            };

    LastRows(Sessions sessions) {
        this.sessions = sessions;
    }

    /// @param sequence the number of its newest event, if that is known
    List<Row> rows(SessionId id, @Nullable Long sequence, int count) throws InterruptedException {
        synchronized (known) {
            var found = known.get(id);
            if (found != null
                    && sequence != null
                    && found.sequence() == sequence
                    && found.count() == count) {
                return found.rows();
            }
        }
        var rows = new LiveRows(sessions, id).before(Long.MAX_VALUE, count).rows();
        if (sequence != null) {
            synchronized (known) {
                known.put(id, new Known(sequence, count, rows));
            }
        }
        return rows;
    }
}
