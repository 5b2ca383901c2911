package dev.parley.provider.codex;

import dev.parley.sessionfile.BoundedFiles;
import dev.parley.sessionfile.CompressedLines;
import dev.parley.sessionfile.LinesFile;
import dev.parley.sessionfile.SessionNames;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.StoredFile.Layout;
import dev.parley.sessionfile.StoredHistory;
import dev.parley.sessionfile.StoredReader;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Optional;
import java.util.regex.Pattern;

/// Codex's threads, as `rollout-<time>-<thread>.jsonl` below the day they began, or in the archive.
/// A revert goes on in a second file of the same thread: `…-<thread>_<another id>.jsonl`.
public record CodexHistory(String provider) implements StoredHistory {
    private static final String UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
    private static final Pattern NAME =
            Pattern.compile("rollout-[0-9T-]+?-(" + UUID + ")(?:_" + UUID + ")?\\.jsonl(\\.zst)?");

    @Override
    public Optional<StoredFile> describe(Path home, Path file) {
        var name = NAME.matcher(file.getFileName().toString());
        if (!name.matches()) {
            return Optional.empty();
        }
        var lines = StoredFile.lines(file, name.group(1), null);
        var laidOut = name.group(2) == null ? lines : lines.as(Layout.COMPRESSED_LINES);
        return Optional.of(
                home.relativize(file).startsWith("archived_sessions")
                        ? laidOut.archived()
                        : laidOut);
    }

    @Override
    public StoredReader open(StoredFile file) {
        return file.layout() == Layout.LINES
                ? new LinesFile(provider, file, CodexLines::new)
                : new CompressedLines(provider, file, CodexLines::new);
    }

    /// The names people gave to threads; the last one of a thread counts.
    @Override
    public SessionNames registry(Path home) {
        var titles = new HashMap<String, String>();
        BoundedFiles.objects(
                home.resolve("session_index.jsonl"),
                entry ->
                        titles.put(
                                entry.path("id").asString(""),
                                entry.path("thread_name").asString("")));
        return SessionNames.ofTitles(titles);
    }
}
