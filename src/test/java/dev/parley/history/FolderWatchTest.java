package dev.parley.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.parley.testing.LogLines;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

class FolderWatchTest {
    @TempDir Path folder;

    @RegisterExtension private final LogLines log = new LogLines(FolderWatch.class);

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
        assertThat(log.all()).hasSize(1);
        assertThat(log.all().getFirst())
                .contains("every five seconds", "inotify instances", "max_user_instances");
    }
}
