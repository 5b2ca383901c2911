package dev.parley.door.cli.shared;

import dev.parley.api.Progress;
import dev.parley.base.screen.ScreenStream;

/// Shows how far the history is brought up to date before a command shows it.
public final class HistoryPass {
    private static final int WIDTH = 30;

    /// As much room as the figures beside it take.
    private static final int WORDS = 50;

    private static final int MEGABYTE = 1 << 20;

    private HistoryPass() {}

    /// Draws over itself, and leaves nothing behind. What is over at once is not drawn at all.
    public static Progress bar(Console console) {
        if (!console.isInteractive() || !ScreenStream.canGoBack(console.err())) {
            return Progress.SILENT;
        }
        return (files, all, bytes, total) -> {
            ScreenStream.beginLineAnew(console.err());
            if (files < all) {
                var width = Math.clamp(ScreenStream.columns(console.err()) - WORDS, 0, WIDTH);
                var full = (int) (total == 0 ? 0 : width * bytes / total);
                console.err()
                        .print(
                                "[%s%s] %s of %s files, %s of %s MB"
                                        .formatted(
                                                "#".repeat(full),
                                                " ".repeat(width - full),
                                                files,
                                                all,
                                                bytes / MEGABYTE,
                                                total / MEGABYTE));
            }
            console.err().flush();
        };
    }
}
