package dev.parley.history.text.query;

import dev.parley.history.text.words.Role;

import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.ByteBuffersDirectory;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A small index in several parts, some of it deleted, in which every role of a turn says words
/// that a test makes up: to compare queries of ours with those of Lucene.
final class RoleIndex implements AutoCloseable {
    private static final String KIND = "kind";

    private final ByteBuffersDirectory directory = new ByteBuffersDirectory();
    private final Random random = new Random(3);
    private final Function<Random, String> word;
    private final DirectoryReader reader;
    private final IndexSearcher searcher;

    RoleIndex(Function<Random, String> word) throws IOException {
        this.word = word;
        var config =
                new IndexWriterConfig(new StandardAnalyzer())
                        .setSimilarity(new Ranking())
                        .setMergePolicy(NoMergePolicy.INSTANCE);
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
        searcher.setSimilarity(new Ranking());
    }

    private Document turn(int number) {
        var document = new Document();
        document.add(new StringField(KIND, String.valueOf(number % 7), Store.NO));
        for (var role : Role.values()) {
            var words = random.nextInt(1 + 2 * role.ordinal() + 2);
            var text =
                    Stream.generate(() -> word.apply(random))
                            .limit(words)
                            .collect(Collectors.joining(" "));
            document.add(new TextField(role.word(), text, Store.NO));
        }
        return document;
    }

    int count(Query query) throws IOException {
        return searcher.count(query);
    }

    /// The best turns, and what they count.
    ///
    /// @param counted from so many on, what cannot be among the best may be left out
    List<String> best(Query query, int count, int counted) throws IOException {
        var found = searcher.search(query, new TopScoreDocCollectorManager(count, counted));
        return Arrays.stream(found.scoreDocs).map(one -> one.doc + " " + one.score).toList();
    }

    /// The same in some of the turns only.
    static Query inSome(Query query, Query unwanted) {
        return new BooleanQuery.Builder()
                .add(query, Occur.MUST)
                .add(new TermQuery(new Term(KIND, "2")), Occur.FILTER)
                .add(unwanted, Occur.MUST_NOT)
                .build();
    }

    @Override
    public void close() throws IOException {
        reader.close();
        directory.close();
    }
}
