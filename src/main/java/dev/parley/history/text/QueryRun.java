package dev.parley.history.text;

import dev.parley.api.SearchHits;
import dev.parley.api.SearchHits.Hit;
import dev.parley.api.SearchRequest;
import dev.parley.event.SessionKey;
import dev.parley.history.HistorySnapshot;
import dev.parley.history.SessionEntry;
import dev.parley.history.SessionQuery;
import dev.parley.history.text.hit.BestSpot;
import dev.parley.history.text.hit.LineTexts;
import dev.parley.history.text.hit.TextLocations;
import dev.parley.history.text.query.FoundTurns;
import dev.parley.history.text.query.QueryBuilder;
import dev.parley.history.text.query.SearchQuery;
import dev.parley.history.text.query.SessionCollector;
import dev.parley.history.text.words.Fields;

import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHits;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Answers one query from the index. Belongs to one thread.
final class QueryRun {
    /// To count further means to look at turns that cannot be among the best.
    private static final int COUNTED = 100;

    /// Copies of turns are dropped: when there are many of them, look at more.
    private static final int MANY_COPIES = 3;

    private static final Sort NEWEST =
            new Sort(new SortField(Fields.TIME, SortField.Type.LONG, true));

    private final IndexSearcher searcher;
    private final HistorySnapshot view;
    private final SearchQuery query;
    private final QueryBuilder builder;

    QueryRun(IndexSearcher searcher, HistorySnapshot view, SearchQuery query) {
        this.searcher = searcher;
        this.view = view;
        this.query = query;
        builder = new QueryBuilder(query);
    }

    SearchHits find(SearchRequest request, int indexedPercent) throws IOException {
        var wanted = request.offset() + request.limit();
        var asked = query();
        // The fewer are looked for, the sooner it is clear that nothing better comes.
        var count = wanted + wanted / 2;
        var found = top(asked, count, request.isNewestFirst());
        var turns = turns(found.scoreDocs, wanted);
        if (turns.size() < wanted && found.scoreDocs.length == count) {
            found = top(asked, wanted * MANY_COPIES, request.isNewestFirst());
            turns = turns(found.scoreDocs, wanted);
        }
        var page = turns.subList(Math.min(request.offset(), turns.size()), turns.size());
        var isExact = found.totalHits.relation() == TotalHits.Relation.EQUAL_TO;
        return new SearchHits(hits(page), found.totalHits.value(), isExact, indexedPercent);
    }

    private record Turn(FoundTurns.Found found, SessionEntry entry) {}

    /// The best turns. Those that are wanted are looked at first, and more only when some of them
    /// are copies.
    private List<Turn> turns(ScoreDoc[] found, int wanted) throws IOException {
        var copies = new HashSet<Long>();
        var turns = new ArrayList<Turn>();
        for (var from = 0; from < found.length && turns.size() < wanted; ) {
            var to = Math.min(found.length, from + wanted - turns.size());
            for (var one : FoundTurns.of(searcher, Arrays.copyOfRange(found, from, to))) {
                var entry = SessionKey.parse(one.facts().session()).flatMap(view::find);
                // A session the history does not know (any more) is not shown.
                if (entry.isPresent() && copies.add(one.facts().copy())) {
                    turns.add(new Turn(one, entry.get()));
                }
            }
            from = to;
        }
        return turns;
    }

    /// In the order of the index, because going back in it means looking words up again.
    private List<Hit> hits(List<Turn> page) throws IOException {
        var hits = new Hit[page.size()];
        try (var lines = new LineTexts(query.terms())) {
            var shown = new TurnHit(query, lines);
            LeafReaderContext leaf = null;
            BestSpot best = null;
            for (var at : FoundTurns.ordered(page, Turn::found)) {
                var turn = page.get(at).found();
                if (best == null || leaf != turn.leaf()) {
                    leaf = turn.leaf();
                    best = new BestSpot(leaf, query);
                }
                var spots = TextLocations.unpack(turn.facts().spots());
                var known = best.of(turn.doc(), spots);
                hits[at] = shown.of(page.get(at).entry(), turn, spots, known);
            }
        }
        return Arrays.asList(hits);
    }

    /// All sessions in which something is found.
    Set<SessionKey> sessions() throws IOException {
        var keys = new HashSet<SessionKey>();
        searcher.search(query(), new SessionCollector.Manager(keys));
        return keys;
    }

    private Query query() {
        var inProjects =
                query.projects().isEmpty()
                        ? List.<String>of()
                        : view.sessions().stream()
                                .filter(this::isInProject)
                                .map(entry -> entry.key().toString())
                                .toList();
        return builder.all(inProjects);
    }

    private boolean isInProject(SessionEntry entry) {
        return query.projects().stream()
                .anyMatch(project ->
                        new SessionQuery(Optional.empty(), Optional.of(project), true).test(entry));
    }

    private TopDocs top(Query asked, int count, boolean isNewestFirst) throws IOException {
        return isNewestFirst
                ? searcher.search(asked, new TopFieldCollectorManager(NEWEST, count, COUNTED))
                : searcher.search(asked, new TopScoreDocCollectorManager(count, COUNTED));
    }
}
