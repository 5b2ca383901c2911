package dev.parley.provider.qwen;

import dev.parley.provider.shared.GeminiHistory;
import dev.parley.sessionfile.LinesFile;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.StoredHistory;
import dev.parley.sessionfile.StoredReader;

import java.nio.file.Path;
import java.util.Optional;

/// Qwen Code's sessions: one file of lines each, below the folder of their project. Until 2025 they
/// were documents like those of Gemini CLI, which it comes from.
public final class QwenHistory implements StoredHistory {
    private final String provider;
    private final GeminiHistory older;

    public QwenHistory(String provider) {
        this.provider = provider;
        older = new GeminiHistory(provider);
    }

    @Override
    public Optional<StoredFile> describe(Path home, Path file) {
        var place = home.relativize(file);
        if (place.startsWith("tmp")) {
            return older.describe(home, file);
        }
        var name = place.getFileName().toString();
        return place.getNameCount() == 4 && name.endsWith(".jsonl")
                ? Optional.of(
                        StoredFile.lines(
                                file,
                                name.replaceFirst("\\.jsonl$", ""),
                                place.getName(1).toString()))
                : Optional.empty();
    }

    @Override
    public StoredReader open(StoredFile file) {
        return file.layout() == StoredFile.Layout.LINES
                ? new LinesFile(provider, file, (_, builder) -> new QwenLines(builder))
                : older.open(file);
    }
}
