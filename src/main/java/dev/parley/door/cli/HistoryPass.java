package dev.parley.door.cli;

import dev.parley.api.Progress;
import dev.parley.base.screen.ScreenStream;

/// Shows how far the history is brought up to date before a command shows it.
final class HistoryPass {
    private static final int WIDTH = 30;
    private static final int MEGABYTE = 1 << 20;

    private HistoryPass() {}

    /// Draws over itself, and leaves nothing behind.
    static Progress bar(Console console) {
        if (!console.isInteractive() || !(console.err() instanceof ScreenStream)) {
            return Progress.SILENT;
        }
        return (files, all, bytes, total) -> {
            var full = (int) (total == 0 ? WIDTH : WIDTH * bytes / total);
            ScreenStream.beginLineAnew(console.err());
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
            if (files == all) {
                ScreenStream.beginLineAnew(console.err());
            }
            console.err().flush();
        };
    }
}
