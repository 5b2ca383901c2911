package dev.parley.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.base.problem.Problem;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

class ConfigFileTest {
    @TempDir Path directory;
    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("config.json");
    }

    private ConfigFile open() {
        return new ConfigFile(file, Clock.systemUTC());
    }

    @Test
    void aChangeCountsAtOnce() throws IOException {
        var config = open();
        assertThat(config.current().tools()).isNull();

        Files.writeString(file, "{\"tools\":[]}");
        assertThat(config.current().tools()).isEmpty();
        Files.writeString(file, "{\"tools\":[\"a\"]}");
        assertThat(config.current().tools()).containsExactly("a");
    }

    @Test
    void aBrokenFileLeavesTheLastGoodOneInForce() throws IOException {
        Files.writeString(file, "{\"tools\":[\"a\"]}");
        var config = open();

        Files.writeString(file, "{\"tools\":");

        assertThat(config.current().tools()).containsExactly("a");
    }

    @Test
    void aTrustedProjectIsEnteredAndTheRestStays() throws IOException {
        Files.writeString(
                file, "{\"port\": 4999, \"passEnvironment\": {}, \"trustedProjects\": [\"/a\"]}");
        var config = open();

        assertThat(config.trust(Path.of("/b"))).isTrue();
        assertThat(config.trust(Path.of("/b"))).isFalse();
        assertThat(config.current().trustedProjects()).isEqualTo(List.of("/a", "/b"));
        assertThat(config.current().port()).isEqualTo(4999);

        assertThat(config.distrust(Path.of("/a"))).isTrue();
        assertThat(config.distrust(Path.of("/a"))).isFalse();
        assertThat(config.current().trustedProjects()).isEqualTo(List.of("/b"));
    }

    @Test
    void aBrokenFileIsNotWrittenOver() throws IOException {
        var config = open();
        Files.writeString(file, "{\"prot\": 1}");

        assertThatThrownBy(() -> config.trust(Path.of("/b")))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("prot");
        assertThat(Files.readString(file)).isEqualTo("{\"prot\": 1}");
    }

    @Test
    void commentsAreNotLost() throws IOException {
        Files.writeString(file, "{\"port\": 4999 // the usual one is taken\n}");
        var config = open();
        assertThat(config.current().port()).isEqualTo(4999);

        assertThatThrownBy(() -> config.trust(Path.of("/b")))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("has comments");
        assertThat(Files.readString(file)).contains("taken");
    }

    @Test
    void aProjectHasAWholePath() throws IOException {
        Files.writeString(file, "{\"trustedProjects\": [\"here\"]}");

        assertThatThrownBy(this::open)
                .isInstanceOf(Problem.class)
                .hasMessageContaining("\"here\" in \"trustedProjects\" is no absolute path");
    }
}
