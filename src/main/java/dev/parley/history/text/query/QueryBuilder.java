package dev.parley.history.text.query;

import dev.parley.history.text.query.SearchQuery.Term;
import dev.parley.history.text.words.Fields;
import dev.parley.history.text.words.Role;

import org.apache.lucene.document.LongPoint;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.util.BytesRef;

import java.util.Collection;
import java.util.List;

/// Says a [SearchQuery] in the words of the index.
public final class QueryBuilder {
    private final SearchQuery query;

    public QueryBuilder(SearchQuery query) {
        this.query = query;
    }

    /// The whole query.
    ///
    /// @param sessions those of the projects that are wanted; asked for only when some are
    public Query all(Collection<String> sessions) {
        var all = new BooleanQuery.Builder();
        wanted().forEach(one -> all.add(one, Occur.MUST));
        query.unwanted().forEach(term -> all.add(anywhere(term), Occur.MUST_NOT));
        if (!query.providers().isEmpty()) {
            all.add(terms(Fields.PROVIDER, query.providers()), Occur.FILTER);
        }
        if (!query.projects().isEmpty()) {
            all.add(terms(Fields.SESSION, sessions), Occur.FILTER);
        }
        if (!query.models().isEmpty()) {
            all.add(like(Fields.MODEL, query.models(), "*"), Occur.FILTER);
        }
        if (!query.tools().isEmpty()) {
            all.add(like(Fields.TOOL, query.tools(), ""), Occur.FILTER);
        }
        if (query.after() != null || query.before() != null) {
            all.add(
                    LongPoint.newRangeQuery(
                            Fields.TIME,
                            query.after() == null ? Long.MIN_VALUE : query.after().toEpochMilli(),
                            query.before() == null
                                    ? Long.MAX_VALUE
                                    : query.before().toEpochMilli() - 1),
                    Occur.FILTER);
        }
        if (query.wanted().isEmpty()) {
            all.add(new FieldExistsQuery(Fields.TIME), Occur.FILTER);
        }
        return all.build();
    }

    private List<Query> wanted() {
        return query.wanted().stream().map(this::oneOf).toList();
    }

    private Query oneOf(List<Term> terms) {
        if (terms.size() == 1) {
            return anywhere(terms.getFirst());
        }
        var any = new BooleanQuery.Builder();
        terms.forEach(term -> any.add(anywhere(term), Occur.SHOULD));
        return any.build();
    }

    /// In any of the roles: the more of them have it, and the more they count, the better. Only a
    /// phrase counts once.
    private Query anywhere(Term term) {
        if (term.isPrefix() && term.words().size() == 1) {
            return new RolePrefixQuery(term.words().getFirst(), query.roles());
        }
        var inRoles =
                query.roles().stream()
                        .<Query>map(role -> new BoostQuery(in(role, term), role.weight()))
                        .toList();
        if (term.isPhrase()) {
            return new BestRoleQuery(inRoles);
        }
        var places = new BooleanQuery.Builder();
        inRoles.forEach(one -> places.add(one, Occur.SHOULD));
        return places.build();
    }

    private static Query in(Role role, Term term) {
        var words = term.words();
        if (!term.isPrefix()) {
            return words.size() == 1
                    ? new TermQuery(word(role, words.getFirst()))
                    : phrase(role, words);
        }
        // All but the last in a row, and the last somewhere: close enough for `src/main/Ap*`.
        var last = new PrefixQuery(word(role, words.getLast()));
        var rest = words.subList(0, words.size() - 1);
        var first =
                rest.size() == 1 ? new TermQuery(word(role, rest.getFirst())) : phrase(role, rest);
        return new BooleanQuery.Builder().add(first, Occur.MUST).add(last, Occur.MUST).build();
    }

    private static Query phrase(Role role, List<String> words) {
        return new PhraseQuery(role.word(), words.toArray(String[]::new));
    }

    private static org.apache.lucene.index.Term word(Role role, String word) {
        return new org.apache.lucene.index.Term(role.word(), word);
    }

    private static Query terms(String field, Collection<String> values) {
        return new TermInSetQuery(field, values.stream().map(BytesRef::new).toList());
    }

    /// Values may have stars in them.
    ///
    /// @param around what may come before and behind
    private static Query like(String field, List<String> values, String around) {
        var any = new BooleanQuery.Builder();
        for (var value : values) {
            var pattern = around + value.replace("\\", "\\\\").replace("?", "\\?") + around;
            any.add(
                    new WildcardQuery(new org.apache.lucene.index.Term(field, pattern)),
                    Occur.SHOULD);
        }
        return any.build();
    }
}
