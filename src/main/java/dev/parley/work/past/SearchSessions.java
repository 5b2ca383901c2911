package dev.parley.work.past;

import dev.parley.api.Progress;
import dev.parley.api.SearchHits;
import dev.parley.api.SearchRequest;
import dev.parley.base.problem.Problem;
import dev.parley.history.History;
import dev.parley.history.text.TextSearch;

import java.util.Optional;

/// Searches what was said and done in all sessions, live or not.
public final class SearchSessions {
    private final History history;
    private final TextSearch search;
    private final LiveNow live;

    public SearchSessions(History history, TextSearch search, LiveNow live) {
        this.history = history;
        this.search = search;
        this.live = live;
    }

    public SearchHits search(SearchRequest request) throws InterruptedException {
        var found = search.search(request);
        var marks = live.marks(live.ids());
        return new SearchHits(
                found.hits().stream().map(hit -> hit.of(marks.apply(hit.session()))).toList(),
                found.total(),
                found.isTotalExact(),
                found.indexedPercent());
    }

    /// Reads what is new, where no server does it. A disk that is full or may not be written can
    /// still be searched, as far as it was indexed.
    ///
    /// @return what kept new text from being indexed
    public Optional<Problem> bringUpToDate(Progress progress) throws InterruptedException {
        history.refresh(progress);
        try {
            var _ = search.bringUpToDate(progress, false);
            return Optional.empty();
        } catch (Problem problem) {
            return switch (problem.kind()) {
                case DISK_FULL, DISK_READ_ONLY -> Optional.of(problem);
                default -> throw problem;
            };
        }
    }
}
