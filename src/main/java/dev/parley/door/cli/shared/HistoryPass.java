package dev.parley.door.cli.shared;

import dev.parley.api.Progress;
import dev.parley.base.screen.ScreenStream;

/// Shows how far the history is brought up to date before a command shows it.
public final class HistoryPass {
    private static final int WIDTH = 30;
    private static final int MEGABYTE = 1 << 20;

    private HistoryPass() {}

    /// Draws over itself, and leaves nothing behind. What is over at once is not drawn at all.
    public static Progress bar(Console console) {
        if (!console.isInteractive() || !(console.err() instanceof ScreenStream)) {
            return Progress.SILENT;
        }
        return (files, all, bytes, total) -> {
            ScreenStream.beginLineAnew(console.err());
            if (files < all) {
                var full = (int) (total == 0 ? 0 : WIDTH * bytes / total);
                console.err()
                        .print(
                                "[%s%s] %s of %s files, %s of %s MB"
                                        .formatted(
                                                "#".repeat(full),
                                                " ".repeat(WIDTH - full),
                                                files,
                                                all,
                                                bytes / MEGABYTE,
                                                total / MEGABYTE));
            }
            console.err().flush();
        };
    }
}
