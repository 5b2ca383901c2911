package dev.parley.history.text.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.history.text.words.Fields;
import dev.parley.history.text.words.PackedWords;
import dev.parley.history.text.words.Role;
import dev.parley.history.text.words.TextPacker;

import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

class BatchTest {
    private static final String NUMBER = "number";

    /// By `role word turn`: the places.
    private final Map<String, List<Integer>> expected = new TreeMap<>();

    private final Random random = new Random(7);
    private final TextPacker packer = new TextPacker();

    private Map<Role, PackedWords> turn(int number) {
        var words = new EnumMap<Role, PackedWords>(Role.class);
        for (var role : Role.values()) {
            if (random.nextInt(3) > 0) {
                var packed = words.computeIfAbsent(role, _ -> new PackedWords());
                for (var texts = random.nextInt(3); texts >= 0; texts--) {
                    packed.gap();
                    addText(role, packed, number);
                }
            }
        }
        return words;
    }

    private void addText(Role role, PackedWords packed, int turn) {
        for (var left = random.nextInt(60); left > 0; left--) {
            // A few words often, many once; of all lengths around eight.
            var word =
                    "w".repeat(1 + random.nextInt(20)) + random.nextInt(random.nextInt(5000) + 1);
            expected.computeIfAbsent(role.word() + " " + word + " " + turn, _ -> new ArrayList<>())
                    .add(packed.nextPosition());
            packer.pack(word, 100, packed);
        }
    }

    private static Map<String, List<Integer>> found(LeafReader reader) throws IOException {
        var found = new TreeMap<String, List<Integer>>();
        var numbers = DocValues.getNumeric(reader, NUMBER);
        var turns = new ArrayList<Long>();
        while (numbers.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
            turns.add(numbers.longValue());
        }
        for (var role : Role.values()) {
            var terms = reader.terms(role.word()).iterator();
            for (var word = terms.next(); word != null; word = terms.next()) {
                var places = terms.postings(null, PostingsEnum.POSITIONS);
                while (places.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
                    var key =
                            role.word()
                                    + " "
                                    + word.utf8ToString()
                                    + " "
                                    + turns.get(places.docID());
                    for (var left = places.freq(); left > 0; left--) {
                        found.computeIfAbsent(key, _ -> new ArrayList<>())
                                .add(places.nextPosition());
                    }
                }
            }
        }
        return found;
    }

    private static Document document(int number) {
        var document = new Document();
        document.add(new StringField(Fields.FILE, "file", Field.Store.NO));
        document.add(new NumericDocValuesField(NUMBER, number));
        return document;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void writesEveryWordOfEveryTurnAtItsPlace(boolean isSomeTakenBack) throws IOException {
        try (var batch = new Batch();
                var directory = new ByteBuffersDirectory();
                var index =
                        new IndexWriter(
                                directory, new IndexWriterConfig().setCodec(new BatchCodec()))) {
            for (var number = 0; number < 400; number++) {
                batch.add(new Batch.Key("file", "session", number), document(number), turn(number));
            }
            if (isSomeTakenBack) {
                batch.deleteIf("file", key -> key.first() % 10 == 3);
                batch.deleteIf("other", _ -> true);
                expected.keySet().removeIf(key -> key.endsWith("3"));
            }
            batch.writeTo(index);
            index.commit();
            try (var reader = DirectoryReader.open(directory)) {
                assertEquals(isSomeTakenBack ? 360 : 400, reader.numDocs());
                assertEquals(expected, found(reader.leaves().getFirst().reader()));
            }
        }
    }

    @Test
    void writesNothingWhenEverythingWasTakenBack() throws IOException {
        try (var batch = new Batch();
                var directory = new ByteBuffersDirectory();
                var index =
                        new IndexWriter(
                                directory, new IndexWriterConfig().setCodec(new BatchCodec()))) {
            batch.add(new Batch.Key("file", "session", 0), document(0), turn(0));
            batch.deleteIf("file", _ -> true);
            batch.writeTo(index);
            index.commit();
            try (var reader = DirectoryReader.open(directory)) {
                assertEquals(0, reader.maxDoc());
            }
        }
    }
}
