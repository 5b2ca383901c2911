package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.testing.Commands;
import dev.parley.testing.Repository;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/// `parley race`
class RaceCommandTest {
    @TempDir Path home;

    /// Also where nobody watches: a script's log is read when it is too late to ask again.
    @Test
    void saysWhyAnAgentFailed() throws Exception {
        var place = new Repository(home.resolve("repository")).path();
        try (var parley = new Commands(home)) {
            assertEquals(1, parley.run("race", "--models", "nosuch", "--cwd", place + "", "go"));
            assertThat(parley.out()).contains("nosuch  failed");
            assertThat(parley.err()).startsWith("parley: nosuch: ").contains("nosuch");
        }
    }
}
