package dev.parley.history;

import dev.parley.history.History.Job;
import dev.parley.history.catalog.IndexedFile.Look;
import dev.parley.provider.StoredPlace;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// Lists the files of a pass and looks at each, on a thread of its own: the catalog is read
/// meanwhile.
final class FileListing {
    private final CompletableFuture<List<Job>> found = new CompletableFuture<>();

    private FileListing() {}

    static FileListing start(List<StoredPlace> places) {
        var listing = new FileListing();
        Thread.ofPlatform().name("history-listing").daemon().start(() -> listing.list(places));
        return listing;
    }

    private void list(List<StoredPlace> places) {
        try {
            var jobs = new ArrayList<Job>();
            for (var place : places) {
                place.discover((file, attributes) ->
                        jobs.add(new Job(place, file, Look.of(file, attributes))));
            }
            found.complete(jobs);
        } catch (RuntimeException | Error e) {
            found.completeExceptionally(e);
        }
    }

    /// All files there are, in their order.
    List<Job> found() throws InterruptedException {
        try {
            return found.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
