package dev.parley.history.text.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.history.text.words.Role;

import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

class RolePrefixQueryTest {
    private RoleIndex index;

    @BeforeEach
    void write() throws IOException {
        index = new RoleIndex(RolePrefixQueryTest::word);
    }

    @AfterEach
    void close() throws IOException {
        index.close();
    }

    /// Two letters and a number: some beginnings are in nearly every turn, some in none.
    private static String word(Random random) {
        return "w" + (char) ('a' + random.nextInt(random.nextInt(6) + 1)) + random.nextInt(40);
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

    @ParameterizedTest
    @ValueSource(strings = {"w", "wa", "wb", "wf", "wa1", "wf39", "x", "a"})
    void ranksAsLuceneDoes(String beginning) throws IOException {
        for (var roles :
                List.of(
                        EnumSet.allOf(Role.class),
                        EnumSet.of(Role.CALL, Role.RESULT),
                        EnumSet.of(Role.PROMPT))) {
            var own = new RolePrefixQuery(beginning, roles);
            var plain = plain(beginning, roles);
            assertEquals(index.count(plain), index.count(own));
            assertEquals(index.best(plain, 1000, 1000), index.best(own, 1000, 1000));
            assertEquals(index.best(plain, 7, 10), index.best(own, 7, 10));
            assertEquals(index.best(inSome(plain), 7, 10), index.best(inSome(own), 7, 10));
        }
    }

    private static Query inSome(Query query) {
        return RoleIndex.inSome(query, new RolePrefixQuery("wf3", Set.of(Role.ANSWER)));
    }

    @Test
    void findsNothingWhereARoleIsInNoTurn() throws IOException {
        try (var empty = new ByteBuffersDirectory()) {
            new IndexWriter(empty, new IndexWriterConfig()).close();
            try (var none = DirectoryReader.open(empty)) {
                var query = new RolePrefixQuery("w", Set.of(Role.PROMPT));
                assertEquals(0, new IndexSearcher(none).count(query));
            }
        }
    }
}
