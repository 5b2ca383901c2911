package dev.parley.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

class BeginningQueryTest {
    private static final String KIND = "kind";

    private final Random random = new Random(3);
    private final ByteBuffersDirectory directory = new ByteBuffersDirectory();
    private DirectoryReader reader;
    private IndexSearcher searcher;

    @BeforeEach
    void write() throws IOException {
        var config = new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
        try (var writer = new IndexWriter(directory, config)) {
            for (var turn = 0; turn < 600; turn++) {
                writer.addDocument(turn(turn));
                if (turn % 150 == 149) {
                    writer.commit();
                }
            }
            writer.deleteDocuments(new Term(KIND, "3"));
        }
        reader = DirectoryReader.open(directory);
        searcher = new IndexSearcher(reader);
    }

    @AfterEach
    void close() throws IOException {
        reader.close();
        directory.close();
    }

    /// Words of two letters and a number: some beginnings are in nearly every turn, some in none.
    private Document turn(int number) {
        var document = new Document();
        document.add(new StringField(KIND, String.valueOf(number % 7), Store.NO));
        for (var role : Role.values()) {
            for (var left = random.nextInt(1 + 2 * role.ordinal() + 2); left > 0; left--) {
                var letter = (char) ('a' + random.nextInt(random.nextInt(6) + 1));
                var word = "w" + letter + random.nextInt(40);
                document.add(new StringField(role.word(), word, Store.NO));
            }
        }
        return document;
    }

    /// What Lucene's own queries would say.
    private static Query plain(String beginning, Set<Role> roles) {
        var any = new BooleanQuery.Builder();
        for (var role : roles) {
            var prefix = new PrefixQuery(new Term(role.word(), beginning));
            any.add(new BoostQuery(prefix, role.weight()), Occur.SHOULD);
        }
        return any.build();
    }

    private List<String> best(Query query, int count, int counted) throws IOException {
        var found = searcher.search(query, new TopScoreDocCollectorManager(count, counted));
        return Arrays.stream(found.scoreDocs).map(one -> one.doc + " " + one.score).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"w", "wa", "wb", "wf", "wa1", "wf39", "x", "a"})
    void ranksAsLuceneDoes(String beginning) throws IOException {
        for (var roles :
                List.of(
                        EnumSet.allOf(Role.class),
                        EnumSet.of(Role.CALL, Role.RESULT),
                        EnumSet.of(Role.PROMPT))) {
            var own = new BeginningQuery(beginning, roles);
            var plain = plain(beginning, roles);
            assertEquals(searcher.count(plain), searcher.count(own));
            assertEquals(best(plain, 1000, 1000), best(own, 1000, 1000));
            assertEquals(best(plain, 7, 10), best(own, 7, 10));
            assertEquals(best(with(plain), 7, 10), best(with(own), 7, 10));
        }
    }

    private static Query with(Query query) {
        return new BooleanQuery.Builder()
                .add(query, Occur.MUST)
                .add(new TermQuery(new Term(KIND, "2")), Occur.FILTER)
                .add(new BeginningQuery("wf3", Set.of(Role.ANSWER)), Occur.MUST_NOT)
                .build();
    }

    @Test
    void findsNothingWhereARoleIsInNoTurn() throws IOException {
        try (var empty = new ByteBuffersDirectory()) {
            new IndexWriter(empty, new IndexWriterConfig()).close();
            try (var none = DirectoryReader.open(empty)) {
                var query = new BeginningQuery("w", Set.of(Role.PROMPT));
                assertEquals(0, new IndexSearcher(none).count(query));
            }
        }
    }
}
