package dev.parley.history.text.index;

import dev.parley.history.text.words.PackedWords;
import dev.parley.history.text.words.Role;
import dev.parley.history.text.words.WordBuffer;

import org.apache.lucene.document.Document;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.ByteBuffersDirectory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Turns that go into the index together. Their words are turned round here; the few other fields
/// are left to Lucene, which keeps them in memory until then. Belongs to one thread.
public final class Batch implements AutoCloseable {
    /// Of words: about as many bytes of memory as eight times that.
    private static final int FULL = 14 << 20;

    private static final int FULL_DOCUMENTS = 1 << 16;
    private static final int FULL_WORDS = 1 << 20;

    /// Of the other fields, among which are texts that are kept whole.
    private static final double FULL_FIELDS_MB = 16;

    /// What a document is about.
    ///
    /// @param first the number of its first event; negative if it is no turn
    public record Key(String file, String session, long first) {}

    private final WordBuffer words = new WordBuffer();
    private final List<Key> keys = new ArrayList<>();

    /// The numbers of its documents: there may be tens of thousands of files.
    private final Map<String, List<Integer>> byFile = new HashMap<>();

    private final BitSet deleted = new BitSet();
    private final ByteBuffersDirectory directory = new ByteBuffersDirectory();
    private final IndexWriter writer;

    Batch() throws IOException {
        var config = new IndexWriterConfig();
        config.setMergePolicy(NoMergePolicy.INSTANCE);
        // All in one part, in the order in which they come: that is how words refer to them.
        config.setRAMBufferSizeMB(2 * FULL_FIELDS_MB);
        writer = new IndexWriter(directory, config);
    }

    void add(Key key, Document fields, Map<Role, PackedWords> texts) throws IOException {
        writer.addDocument(fields);
        byFile.computeIfAbsent(key.file(), _ -> new ArrayList<>()).add(keys.size());
        keys.add(key);
        words.addTurn(texts);
    }

    /// Forgets what is not to be in the index after all.
    void deleteIf(String file, Predicate<Key> isUnwanted) {
        for (var number : byFile.getOrDefault(file, List.of())) {
            if (isUnwanted.test(keys.get(number))) {
                deleted.set(number);
            }
        }
    }

    void deleteAll() {
        deleted.set(0, keys.size());
    }

    boolean isFull() {
        return words.table().count() > FULL
                || words.table().size() > FULL_WORDS
                || keys.size() > FULL_DOCUMENTS
                || writer.ramBytesUsed() > FULL_FIELDS_MB * (1 << 20);
    }

    void writeTo(IndexWriter index) throws IOException {
        if (deleted.cardinality() == keys.size()) {
            return;
        }
        writer.commit();
        try (var reader = DirectoryReader.open(directory)) {
            var leaf = (CodecReader) reader.leaves().getFirst().reader();
            index.addIndexes(new BatchReader(leaf, new InvertedWords(words), deleted));
        }
    }

    @Override
    public void close() throws IOException {
        writer.rollback();
        directory.close();
    }
}
