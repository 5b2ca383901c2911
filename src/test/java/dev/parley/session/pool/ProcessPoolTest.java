package dev.parley.session.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.SessionId;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;
import dev.parley.provider.claude.ClaudeDialect;
import dev.parley.testing.Stub;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class ProcessPoolTest {
    @TempDir Path directory;

    /// One that ends at once would otherwise end before anybody is there to be told why.
    @Test
    void aConversationIsThereBeforeItsProcessStarts() {
        var command = List.of(Stub.script(directory, "stub", "sleep 60").toString());
        var path = Map.of("PATH", "/usr/bin:/bin");
        var start =
                new ProcessPool.Start(
                        new ProcessPool.Key("stub", command, path, Optional.empty(), ""),
                        new Launch(command, directory, path, Launch.DEFAULT_OUTPUT_LIMIT),
                        ClaudeDialect::new,
                        Optional.empty());
        var joined = new ArrayList<Connection>();
        try (var supervisor = new Supervisor(directory.resolve("ledgers"));
                var pool = new ProcessPool(supervisor, () -> Duration.ofMinutes(1), () -> 1)) {
            var process =
                    pool.use(
                            SessionId.random(),
                            start,
                            connection -> {
                                assertThat(connection.isStarted()).isFalse();
                                joined.add(connection);
                            },
                            () -> {});
            assertThat(process.orElseThrow().connection().isStarted()).isTrue();
            var same = pool.use(SessionId.random(), start, joined::add, () -> {});
            assertEquals(process, same);
            assertEquals(2, joined.size());
        }
    }
}
