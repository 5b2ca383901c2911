package dev.parley.history.text.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.history.text.words.Role;

import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
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

class BestRoleQueryTest {
    private RoleIndex index;

    @BeforeEach
    void write() throws IOException {
        index = new RoleIndex(BestRoleQueryTest::word);
    }

    @AfterEach
    void close() throws IOException {
        index.close();
    }

    /// One letter, the first ones in nearly every turn.
    private static String word(Random random) {
        return String.valueOf((char) ('a' + random.nextInt(random.nextInt(9) + 1)));
    }

    private static List<Query> inRoles(Set<Role> roles, String... words) {
        return roles.stream()
                .<Query>map(
                        role -> new BoostQuery(new PhraseQuery(role.word(), words), role.weight()))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a a", "a b", "b a c", "h a", "h i", "a x", "x y"})
    void ranksByTheBestRole(String phrase) throws IOException {
        for (var roles :
                List.of(
                        EnumSet.allOf(Role.class),
                        EnumSet.of(Role.CALL, Role.RESULT),
                        EnumSet.of(Role.PROMPT))) {
            var inRoles = inRoles(roles, phrase.split(" "));
            var own = new BestRoleQuery(inRoles);
            var plain = new DisjunctionMaxQuery(inRoles, 0);
            assertEquals(index.count(plain), index.count(own));
            assertEquals(index.best(plain, 1000, 1000), index.best(own, 1000, 1000));
            assertEquals(index.best(plain, 7, 10), index.best(own, 7, 10));
            assertEquals(index.best(inSome(plain), 7, 10), index.best(inSome(own), 7, 10));
            assertEquals(index.best(both(plain), 7, 10), index.best(both(own), 7, 10));
        }
    }

    private static Query inSome(Query query) {
        return RoleIndex.inSome(query, new PhraseQuery(Role.ANSWER.word(), "b", "b"));
    }

    /// Together with another phrase.
    private static Query both(Query query) {
        return new BooleanQuery.Builder()
                .add(query, Occur.MUST)
                .add(new BestRoleQuery(inRoles(EnumSet.allOf(Role.class), "a", "c")), Occur.MUST)
                .build();
    }

    @Test
    void theCommonPhraseIsInMostTurns() throws IOException {
        var common = new BestRoleQuery(inRoles(EnumSet.allOf(Role.class), "a", "b"));
        assertTrue(index.count(common) > 100, "else nothing is left out");
    }
}
