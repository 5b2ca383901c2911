package dev.parley.history.text;

import dev.parley.api.Progress;
import dev.parley.history.History;
import dev.parley.history.History.Seen;
import dev.parley.history.text.index.FileState;
import dev.parley.history.text.index.TextIndex;
import dev.parley.history.text.words.TextPacker;

import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// Brings the files that the history knows into the index, what was written last first. Belongs to
/// one thread.
final class TextIndexer {
    /// Files that are being written are few; their readers go on from where they stopped.
    private static final int KEPT_READINGS = 8;

    private static final long BYTES_BETWEEN_COMMITS = 320L << 20;
    private static final long NANOS_BETWEEN_VIEWS = 10_000_000_000L;
    private static final long NANOS_BETWEEN_COMMITS = 20_000_000_000L;

    private final History history;
    private final TextIndex index;
    private final TextPacker packer = new TextPacker();
    private final Map<String, FileState> states;
    private final Map<Path, FileIndexing> readings =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Path, FileIndexing> eldest) {
                    return size() > KEPT_READINGS;
                }
            };
    private long lastView = System.nanoTime();
    private long lastCommit = lastView;
    private boolean isCommitted = true;

    TextIndexer(History history, TextIndex index) throws IOException {
        this.history = history;
        this.index = index;
        states = new HashMap<>(index.states());
    }

    /// Indexes what changed.
    ///
    /// @param isStopped asked between two files: whether something else is more urgent
    void update(Progress progress, BooleanSupplier isStopped) throws IOException {
        var files = history.files();
        var hasForgotten = forget(files);
        var jobs = jobs(files);
        var total = files.stream().mapToLong(Seen::size).sum();
        var done = total - jobs.stream().mapToLong(Seen::size).sum();
        var uncommitted = 0L;
        for (var at = 0; at < jobs.size() && !isStopped.getAsBoolean(); at++) {
            progress.at(at, jobs.size(), done, total);
            index(jobs.get(at));
            done += jobs.get(at).size();
            uncommitted += jobs.get(at).size();
            if (uncommitted > BYTES_BETWEEN_COMMITS) {
                commit();
                // What is written down now need not be written in a smaller part for a view.
                show();
                uncommitted = 0;
            }
            if (System.nanoTime() - lastView > NANOS_BETWEEN_VIEWS) {
                show();
            }
        }
        if (hasForgotten || !jobs.isEmpty()) {
            show();
            isCommitted = false;
        }
        progress.at(jobs.size(), jobs.size(), done, total);
    }

    private void show() throws IOException {
        index.refresh();
        lastView = System.nanoTime();
    }

    /// Writes down what was indexed: at once, or only if that was not done for a while.
    ///
    /// @return whether there is nothing left to be written down
    boolean settle(boolean isUrgent) throws IOException {
        if (!isCommitted && (isUrgent || System.nanoTime() - lastCommit > NANOS_BETWEEN_COMMITS)) {
            commit();
        }
        return isCommitted;
    }

    private void commit() throws IOException {
        index.commit();
        lastCommit = System.nanoTime();
        isCommitted = true;
    }

    private List<Seen> jobs(List<Seen> files) {
        var jobs = new ArrayList<Seen>();
        for (var seen : files) {
            var state = states.get(seen.file().path().toString());
            if (state == null || !state.looksLike(seen.size(), seen.modified())) {
                jobs.add(seen);
            }
        }
        jobs.sort(Comparator.comparingLong(Seen::modified).reversed());
        return jobs;
    }

    /// Files that are gone. As long as the history has not seen all, nobody knows.
    private boolean forget(List<Seen> files) throws IOException {
        if (!history.isComplete()) {
            return false;
        }
        var there = HashMap.<String, Seen>newHashMap(files.size());
        files.forEach(seen -> there.put(seen.file().path().toString(), seen));
        var gone = states.keySet().stream().filter(file -> !there.containsKey(file)).toList();
        for (var file : gone) {
            index.deleteFile(file);
            states.remove(file);
            readings.keySet().removeIf(path -> path.toString().equals(file));
        }
        return !gone.isEmpty();
    }

    private void index(Seen seen) throws IOException {
        var path = seen.file().path();
        var reading = readings.remove(path);
        if (reading == null || !reading.seen().file().equals(seen.file())) {
            reading = new FileIndexing(seen, () -> history.open(seen.file()), index, packer);
        }
        try {
            if (reading.read(seen, states.get(path.toString()))) {
                states.put(path.toString(), reading.state(seen));
            }
            readings.put(path, reading);
        } catch (RuntimeException | StackOverflowError e) {
            // One file in a thousand must not cost the others; it is tried again when it changes.
            LoggerFactory.getLogger(TextIndexer.class).error("Cannot index {}", path, e);
            index.deleteFile(path.toString());
            states.put(path.toString(), new FileState(seen.size(), seen.modified(), 0, 0, true, 0));
        }
    }

    /// Forgets everything.
    void clear() throws IOException {
        index.deleteAll();
        states.clear();
        readings.clear();
    }
}
