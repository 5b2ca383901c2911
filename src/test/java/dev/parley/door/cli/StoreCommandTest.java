package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.testing.Commands;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

class StoreCommandTest {
    @TempDir Path home;

    private Commands parley;

    @BeforeEach
    void open() {
        parley = new Commands(home);
    }

    @AfterEach
    void close() {
        parley.close();
    }

    @Test
    void tellsWhatIsThereKindByKind() {
        assertEquals(0, parley.run("store", "--json"), parley::err);
        assertThat(Json.parse(parley.out()).orElseThrow().findValuesAsString("name"))
                .contains("events", "database", "catalog");
    }

    @Test
    void prunesAndTellsHowMuch() {
        assertEquals(
                0,
                parley.run("store", "prune", "--dry-run", "--older-than", "7d", "--json"),
                parley::err);
        assertEquals(
                "{\"sessions\":0,\"events\":0,\"bytes\":0,\"isDryRun\":true}",
                Json.write(Json.parse(parley.out()).orElseThrow()));
        assertEquals(2, parley.run("store", "prune", "--older-than", "soon"));
        assertThat(parley.err()).contains("is no duration");
    }
}
