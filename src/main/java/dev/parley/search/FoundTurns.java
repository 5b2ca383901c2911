package dev.parley.search;

import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// What the index keeps of the turns that were found, beside their words. Read in the order of the
/// index, because going back in it means opening it again.
final class FoundTurns {
    /// A turn, and what tells whether it is shown.
    record Found(LeafReaderContext leaf, int doc, String session, long copy) {}

    /// What is shown of it.
    record Details(Found found, long time, int turn, String file, List<Spots.Spot> spots) {}

    private FoundTurns() {}

    /// @return in the order of what was found
    static List<Found> of(IndexSearcher searcher, ScoreDoc[] scored) throws IOException {
        var leaves = searcher.getIndexReader().leaves();
        var found = new Found[scored.length];
        LeafReaderContext leaf = null;
        Words sessions = null;
        NumericDocValues copies = null;
        for (var at : ordered(scored.length, at -> scored[at].doc)) {
            var next = leaves.get(ReaderUtil.subIndex(scored[at].doc, leaves));
            if (next != leaf || sessions == null || copies == null) {
                leaf = next;
                sessions = new Words(leaf, Fields.SESSION);
                copies = DocValues.getNumeric(leaf.reader(), Fields.COPY);
            }
            var doc = scored[at].doc - leaf.docBase;
            found[at] = new Found(leaf, doc, sessions.at(doc), number(copies, doc));
        }
        return Arrays.asList(found);
    }

    /// The numbers of turns, in the order of the index.
    static <T> int[] ordered(List<T> turns, Function<T, Found> found) {
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

    private static long number(NumericDocValues values, int doc) throws IOException {
        return values.advanceExact(doc) ? values.longValue() : 0;
    }

    /// Turns of one session often follow each other.
    private static final class Words {
        private final SortedDocValues values;
        private int last = -1;
        private String word = "";

        Words(LeafReaderContext leaf, String field) throws IOException {
            values = DocValues.getSorted(leaf.reader(), field);
        }

        String at(int doc) throws IOException {
            if (!values.advanceExact(doc)) {
                return "";
            }
            if (values.ordValue() != last) {
                last = values.ordValue();
                word = values.lookupOrd(last).utf8ToString();
            }
            return word;
        }
    }

    /// The turns of one part of the index, one after the other.
    static final class Leaf {
        private final LeafReaderContext leaf;
        private final NumericDocValues times;
        private final NumericDocValues turns;
        private final Words files;
        private final BinaryDocValues spots;

        Leaf(LeafReaderContext leaf) throws IOException {
            this.leaf = leaf;
            times = DocValues.getNumeric(leaf.reader(), Fields.TIME);
            turns = DocValues.getNumeric(leaf.reader(), Fields.TURN);
            files = new Words(leaf, Fields.FILE);
            spots = DocValues.getBinary(leaf.reader(), Fields.SPOTS);
        }

        boolean has(Found found) {
            return found.leaf() == leaf;
        }

        Details details(Found found) throws IOException {
            var doc = found.doc();
            spots.advanceExact(doc);
            return new Details(
                    found,
                    number(times, doc),
                    (int) number(turns, doc),
                    files.at(doc),
                    Spots.unpack(spots.binaryValue()));
        }
    }
}
