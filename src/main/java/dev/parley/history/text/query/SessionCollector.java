package dev.parley.history.text.query;

import dev.parley.event.SessionKey;
import dev.parley.history.text.words.Fields;

import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;

import java.io.IOException;
import java.util.BitSet;
import java.util.Collection;
import java.util.Set;

/// Collects the sessions of all turns that fit.
public final class SessionCollector extends SimpleCollector {
    private final Set<SessionKey> keys;
    private SortedDocValues sessions = DocValues.emptySorted();
    private BitSet seen = new BitSet();

    private SessionCollector(Set<SessionKey> keys) {
        this.keys = keys;
    }

    @Override
    protected void doSetNextReader(LeafReaderContext leaf) throws IOException {
        sessions = DocValues.getSorted(leaf.reader(), Fields.SESSION);
        seen = new BitSet();
    }

    @Override
    public void collect(int doc) throws IOException {
        if (sessions.advanceExact(doc) && !seen.get(sessions.ordValue())) {
            seen.set(sessions.ordValue());
            var name = sessions.lookupOrd(sessions.ordValue()).utf8ToString();
            SessionKey.parse(name).ifPresent(keys::add);
        }
    }

    @Override
    public ScoreMode scoreMode() {
        return ScoreMode.COMPLETE_NO_SCORES;
    }

    /// The searcher has no threads, so one collector does it all.
    public record Manager(Set<SessionKey> keys)
            implements CollectorManager<SessionCollector, Void> {
        @Override
        public SessionCollector newCollector() {
            return new SessionCollector(keys);
        }

        @Override
        @SuppressWarnings("NullAway") // what Void means
        public Void reduce(Collection<SessionCollector> collectors) {
            return null;
        }
    }
}
