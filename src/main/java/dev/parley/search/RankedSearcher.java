package dev.parley.search;

import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Ranks in our way, and looks through the parts of the index side by side: a phrase of common
/// words is work for more than one processor.
final class RankedSearcher extends IndexSearcher {
    private static final long REST_SECONDS = 10;

    /// Beside the thread that asks, which takes over what they have no time for. Reading files
    /// would hold the carriers of virtual threads; these end when nobody searches.
    private static final Executor THREADS =
            new ThreadPoolExecutor(
                    0,
                    Math.max(1, Runtime.getRuntime().availableProcessors() - 1),
                    REST_SECONDS,
                    TimeUnit.SECONDS,
                    new SynchronousQueue<>(),
                    Thread.ofPlatform().name("search-", 1).daemon().factory(),
                    new ThreadPoolExecutor.CallerRunsPolicy());

    RankedSearcher(IndexReader reader) {
        super(reader, THREADS);
        setSimilarity(new Ranking());
    }

    /// Lucene would take parts together until they have hundreds of thousands of turns.
    @Override
    protected LeafSlice[] slices(List<LeafReaderContext> leaves) {
        return slices(leaves, Integer.MAX_VALUE, 1, false);
    }
}
