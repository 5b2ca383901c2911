package dev.parley.provider.claude;

import dev.parley.sessionfile.LinesFile;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.StoredHistory;
import dev.parley.sessionfile.StoredReader;

import java.nio.file.Path;
import java.util.Optional;

/// Claude Code's sessions: one file of lines each below the folder of their project, subagents in
/// files of their own. The folder's name is made from the directory and cannot be turned back; the
/// lines tell the directory.
public record ClaudeHistory(String provider) implements StoredHistory {
    private static final String SUFFIX = ".jsonl";

    @Override
    public Optional<StoredFile> describe(Path home, Path file) {
        var place = home.relativize(file);
        var fileName = place.getFileName().toString();
        if (place.getNameCount() < 3 || !fileName.endsWith(SUFFIX)) {
            return Optional.empty();
        }
        var name = fileName.substring(0, fileName.length() - SUFFIX.length());
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
