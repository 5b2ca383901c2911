package dev.parley.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

class FolderWatchTest {
    @TempDir Path folder;

    private final Logger logger = Logger.getLogger(FolderWatch.class.getName());
    private final List<String> said = new ArrayList<>();
    private final Handler handler =
            new Handler() {
                @Override
                public void publish(LogRecord record) {
                    said.add(record.getMessage());
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
    }

    @AfterEach
    void stop() {
        logger.removeHandler(handler);
    }

    /// As Linux refuses it: the limit is for all programs of a user.
    @Test
    void looksAroundWhereNothingMayBeWatchedAndSaysSoOnce() throws InterruptedException {
        try (var watch =
                new FolderWatch(
                        () -> {
                            throw new IOException("User limit of inotify instances reached");
                        },
                        Duration.ofMillis(1))) {
            var folders = new WatchedFolders(Set.of(folder, folder.getParent()), Set.of(), true);
            assertFalse(watch.follow(folders));
            assertEquals(FolderWatch.Changes.ANYTHING, watch.await(Duration.ofDays(1)));
            assertFalse(watch.follow(folders));
            assertEquals(FolderWatch.Changes.ANYTHING, watch.await(Duration.ofDays(1)));
        }
        assertThat(said).hasSize(1);
        assertThat(said.getFirst())
                .contains("every five seconds", "inotify instances", "max_user_instances");
    }
}
