package dev.parley.history.text.query;

import dev.parley.history.text.words.Role;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Set;

/// What somebody looks for, as [QueryReader] understood it.
///
/// @param wanted of each of these, one of its terms has to be in the turn
/// @param unwanted none of these may be in it
/// @param roles where terms are looked for
/// @param providers of a filter with several values, one has to fit; none means any
/// @param after the first moment that counts
/// @param before the first moment that does not count any more
public record SearchQuery(
        List<List<Term>> wanted,
        List<Term> unwanted,
        Set<Role> roles,
        List<String> providers,
        List<String> projects,
        List<String> models,
        List<String> tools,
        @Nullable Instant after,
        @Nullable Instant before) {

    public SearchQuery {
        wanted = List.copyOf(wanted);
        unwanted = List.copyOf(unwanted);
        roles = Set.copyOf(roles);
    }

    /// Words in a row.
    ///
    /// @param isPrefix whether the last one may go on
    public record Term(List<String> words, boolean isPrefix) {
        public Term {
            words = List.copyOf(words);
        }

        /// Whether all of it is whole words in a row.
        boolean isPhrase() {
            return words.size() > 1 && !isPrefix;
        }
    }

    /// All that is to be marked in a text.
    public List<Term> terms() {
        return wanted.stream().flatMap(List::stream).toList();
    }
}
