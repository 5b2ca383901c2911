package dev.parley.history.text.index;

import dev.parley.history.text.words.Role;

import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DocValuesSkipIndexType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.FilterCodecReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.VectorEncoding;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.util.Bits;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// A [Batch] as Lucene likes to read it: what it has written itself, and our words beside it.
final class BatchReader extends FilterCodecReader {
    private final InvertedWords words;
    private final BitSet deleted;
    private final List<Role> roles;

    BatchReader(CodecReader fields, InvertedWords words, BitSet deleted) {
        super(fields);
        this.words = words;
        this.deleted = deleted;
        roles =
                Arrays.stream(Role.values())
                        .filter(role -> words.end(role) > words.first(role))
                        .toList();
    }

    @Override
    public FieldInfos getFieldInfos() {
        var all = new ArrayList<FieldInfo>();
        in.getFieldInfos().forEach(all::add);
        var number = all.stream().mapToInt(FieldInfo::getFieldNumber).max().orElse(-1);
        for (var role : roles) {
            all.add(words(role, ++number));
        }
        return new FieldInfos(all.toArray(FieldInfo[]::new));
    }

    /// Words, how often and where; not which characters, which are found again when a hit is shown.
    /// No lengths (norms): they would be looked up for every word and turn that is written.
    private static FieldInfo words(Role role, int number) {
        return new FieldInfo(
                role.word(),
                number,
                false,
                true,
                false,
                IndexOptions.DOCS_AND_FREQS_AND_POSITIONS,
                DocValuesType.NONE,
                DocValuesSkipIndexType.NONE,
                -1,
                Map.of(),
                0,
                0,
                0,
                0,
                VectorEncoding.FLOAT32,
                VectorSimilarityFunction.EUCLIDEAN,
                false,
                false);
    }

    @Override
    public FieldsProducer getPostingsReader() {
        return new Postings(super.getPostingsReader());
    }

    @Override
    public @Nullable Bits getLiveDocs() {
        if (deleted.isEmpty()) {
            return null;
        }
        return new Bits() {
            @Override
            public boolean get(int number) {
                return !deleted.get(number);
            }

            @Override
            public int length() {
                return maxDoc();
            }
        };
    }

    @Override
    public int numDocs() {
        return maxDoc() - deleted.cardinality();
    }

    @Override
    public @Nullable CacheHelper getCoreCacheHelper() {
        return null;
    }

    @Override
    public @Nullable CacheHelper getReaderCacheHelper() {
        return null;
    }

    private final class Postings extends FieldsProducer {
        private final FieldsProducer others;

        Postings(FieldsProducer others) {
            this.others = others;
        }

        @Override
        public Iterator<String> iterator() {
            var names = StreamSupport.stream(others.spliterator(), false);
            return Stream.concat(names, roles.stream().map(Role::word)).sorted().iterator();
        }

        @Override
        public @Nullable Terms terms(String field) throws IOException {
            for (var role : roles) {
                if (role.word().equals(field)) {
                    return new InvertedTerms(words, role);
                }
            }
            return others.terms(field);
        }

        @Override
        public int size() {
            return -1;
        }

        @Override
        public void checkIntegrity() throws IOException {
            others.checkIntegrity();
        }

        @Override
        public void close() throws IOException {
            others.close();
        }
    }
}
