package dev.parley.provider.claude;

import dev.parley.stored.LinesFile;
import dev.parley.stored.StoredFile;
import dev.parley.stored.StoredHistory;
import dev.parley.stored.StoredReader;

import java.nio.file.Path;
import java.util.Optional;

/// Claude Code's sessions: one file of lines each below the folder of their project, subagents in
/// files of their own. The folder's name is made from the directory and cannot be turned back; the
/// lines tell the directory.
public final class ClaudeHistory implements StoredHistory {
    private final String provider;

    public ClaudeHistory(String provider) {
        this.provider = provider;
    }

    @Override
    public Optional<StoredFile> describe(Path home, Path file) {
        var place = home.relativize(file);
        if (place.getNameCount() < 3 || !place.toString().endsWith(".jsonl")) {
            return Optional.empty();
        }
        var name = place.getFileName().toString().replaceFirst("\\.jsonl$", "");
        var project = place.getName(1).toString();
        var lines = StoredFile.lines(file, name, project);
        return Optional.of(
                place.getName(place.getNameCount() - 2).toString().equals("subagents")
                        ? lines.subagentOf(place.getName(2).toString(), name)
                        : lines);
    }

    @Override
    public StoredReader open(StoredFile file) {
        return new LinesFile(provider, file, ClaudeLines::new);
    }
}
