package dev.parley.history.text.query;

import dev.parley.history.text.words.Fields;
import dev.parley.history.text.words.TurnFacts;

import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// Reads what the index keeps of the turns that were found, in the order of the index, because
/// going back in it means opening it again.
public final class FoundTurns {
    /// @param doc its number in this part of the index
    public record Found(LeafReaderContext leaf, int doc, TurnFacts facts) {}

    private FoundTurns() {}

    /// @return in the order of what was found
    public static List<Found> of(IndexSearcher searcher, ScoreDoc[] scored) throws IOException {
        var leaves = searcher.getIndexReader().leaves();
        var found = new Found[scored.length];
        LeafReaderContext leaf = null;
        BinaryDocValues facts = null;
        for (var at : ordered(scored.length, at -> scored[at].doc)) {
            var next = leaves.get(ReaderUtil.subIndex(scored[at].doc, leaves));
            if (next != leaf || facts == null) {
                leaf = next;
                facts = DocValues.getBinary(leaf.reader(), Fields.FACTS);
            }
            var doc = scored[at].doc - leaf.docBase;
            facts.advanceExact(doc);
            found[at] = new Found(leaf, doc, TurnFacts.unpack(facts.binaryValue()));
        }
        return Arrays.asList(found);
    }

    /// The numbers of turns, in the order of the index.
    public static <T> int[] ordered(List<T> turns, Function<T, Found> found) {
        return ordered(
                turns.size(),
                at -> {
                    var one = found.apply(turns.get(at));
                    return one.leaf().docBase + one.doc();
                });
    }

    private static int[] ordered(int count, IntUnaryOperator doc) {
        return IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.comparingInt(doc::applyAsInt))
                .mapToInt(at -> at)
                .toArray();
    }
}
