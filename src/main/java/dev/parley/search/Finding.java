package dev.parley.search;

import dev.parley.event.SessionKey;
import dev.parley.history.SessionEntry;
import dev.parley.history.SessionQuery;
import dev.parley.history.View;
import dev.parley.search.SearchResult.Hit;
import dev.parley.search.Spots.Spot;

import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.Weight;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Answers one query from the index. Belongs to one thread.
final class Finding {
    private static final int COUNTED = 1000;

    /// Texts of a turn that are read to find what is not known to be in one of them.
    private static final int TRIED = 12;

    /// Copies of turns are dropped: look at more than are wanted.
    private static final int SPARE = 3;

    private static final Sort NEWEST =
            new Sort(new SortField(Fields.TIME, SortField.Type.LONG, true));

    private final IndexSearcher searcher;
    private final View view;
    private final SearchQuery query;
    private final QueryBuilder builder;
    private final Snippets snippets;

    Finding(IndexSearcher searcher, View view, SearchQuery query) {
        this.searcher = searcher;
        this.view = view;
        this.query = query;
        builder = new QueryBuilder(query);
        snippets = new Snippets(query.terms());
    }

    SearchResult find(SearchRequest request, int indexedPercent) throws IOException {
        var wanted = request.offset() + request.limit();
        var found = top(query(), wanted * SPARE, request.isNewestFirst());
        var weight = weight();
        var copies = new HashSet<Long>();
        var hits = new ArrayList<Hit>();
        var passed = 0;
        for (var scored : found.scoreDocs) {
            var leaf = leafOf(scored.doc);
            var doc = scored.doc - leaf.docBase;
            var entry = entry(leaf, doc);
            if (entry.isEmpty() || !copies.add(number(leaf, Fields.COPY, doc))) {
                continue;
            }
            if (passed++ >= request.offset()) {
                hits.add(hit(entry.get(), leaf, doc, weight));
            }
            if (hits.size() == request.limit()) {
                break;
            }
        }
        var isExact = found.totalHits.relation() == TotalHits.Relation.EQUAL_TO;
        return new SearchResult(hits, found.totalHits.value(), isExact, indexedPercent);
    }

    /// All sessions in which something is found.
    Set<SessionKey> sessions() throws IOException {
        var keys = new HashSet<SessionKey>();
        searcher.search(query(), new SessionCollector.Manager(keys));
        return keys;
    }

    private Query query() {
        return builder.all(
                query.projects().isEmpty()
                        ? List.of()
                        : view.sessions().stream()
                                .filter(this::isInProject)
                                .map(entry -> entry.key().toString())
                                .toList());
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

    private Weight weight() throws IOException {
        return searcher.createWeight(
                searcher.rewrite(builder.places()), ScoreMode.COMPLETE_NO_SCORES, 1);
    }

    private LeafReaderContext leafOf(int doc) {
        var leaves = searcher.getIndexReader().leaves();
        return leaves.get(ReaderUtil.subIndex(doc, leaves));
    }

    private static long number(LeafReaderContext leaf, String field, int doc) throws IOException {
        var values = DocValues.getNumeric(leaf.reader(), field);
        return values.advanceExact(doc) ? values.longValue() : 0;
    }

    private static String word(LeafReaderContext leaf, String field, int doc) throws IOException {
        var values = DocValues.getSorted(leaf.reader(), field);
        return values.advanceExact(doc) ? values.lookupOrd(values.ordValue()).utf8ToString() : "";
    }

    /// A session the history does not know (any more) is not shown.
    private Optional<SessionEntry> entry(LeafReaderContext leaf, int doc) throws IOException {
        return SessionKey.parse(word(leaf, Fields.SESSION, doc)).flatMap(view::find);
    }

    private Hit hit(SessionEntry entry, LeafReaderContext leaf, int doc, Weight weight)
            throws IOException {
        var packed = DocValues.getBinary(leaf.reader(), Fields.SPOTS);
        packed.advanceExact(doc);
        var spots = Spots.unpack(packed.binaryValue());
        var known = BestSpot.of(spots, weight.matches(leaf, doc));
        var shown = known >= 0 ? text(leaf, doc, spots, known) : firstFit(leaf, doc, spots);
        var spot = spots.get(shown.spot());
        return new Hit(
                entry,
                (int) number(leaf, Fields.TURN, doc),
                spot.sequence(),
                Instant.ofEpochMilli(number(leaf, Fields.TIME, doc)),
                spot.role(),
                shown.text() == null ? null : snippets.of(shown.text()));
    }

    /// @param fit how much of what is looked for is in it
    private record Shown(int spot, @Nullable String text, int fit) {}

    private Shown firstFit(LeafReaderContext leaf, int doc, List<Spot> spots) throws IOException {
        var first = text(leaf, doc, spots, 0);
        var best = first;
        for (var at = 1; best.fit() == 0 && at < spots.size() && at < TRIED; at++) {
            best = text(leaf, doc, spots, at);
        }
        return best.fit() == 0 ? first : best;
    }

    /// Of the texts in a line, the one that has most of what is looked for.
    private Shown text(LeafReaderContext leaf, int doc, List<Spot> spots, int number)
            throws IOException {
        var best = new Shown(number, null, -1);
        for (var text : texts(leaf, doc, spots.get(number), number)) {
            var fit = query.wanted().isEmpty() ? text.length() : snippets.fit(text);
            if (fit > best.fit()) {
                best = new Shown(number, text, fit);
            }
        }
        return best.fit() < 0 ? new Shown(number, null, 0) : best;
    }

    private static List<String> texts(LeafReaderContext leaf, int doc, Spot spot, int number)
            throws IOException {
        if (spot.offset() >= 0) {
            return LineTexts.at(Path.of(word(leaf, Fields.FILE, doc)), spot.offset());
        }
        var kept = leaf.reader().storedFields().document(doc, Set.of(Fields.TEXT));
        var texts = kept.getValues(Fields.TEXT);
        return number < texts.length ? List.of(texts[number]) : List.of();
    }
}
