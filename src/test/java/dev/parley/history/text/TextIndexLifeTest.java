package dev.parley.history.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.Progress;
import dev.parley.api.SearchRequest;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/// The index while files change, processes come and go, and something breaks.
class TextIndexLifeTest extends SearchCase {
    @Test
    void findsWhatIsAppendedAndTheTurnItBelongsToOnce() throws Exception {
        claude.answer("The walrus knows.").prompt("Ask the walrus");
        update();
        assertEquals(
                List.of("3 user Ask the [walrus]", "2 assistant The [walrus] knows."),
                shown("walrus"));
        claude.answer("It said: 企鹅 are asleep.");
        update();
        assertEquals(
                List.of("2 user And the [企鹅] there?", "3 assistant It said: [企鹅] are asleep."),
                shown("企鹅"));
        assertEquals(1, find("nowhere").total());
    }

    @Test
    void readsOnAfterARestartWithoutIndexingTwice() throws Exception {
        restart();
        assertEquals(1, find("quokka").total());
        claude.answer("The walrus knows.");
        restart();
        assertEquals(List.of("2 assistant The [walrus] knows."), shown("walrus"));
        assertEquals(1, find("nowhere").total());
        assertEquals(1, find("quokka").total());
    }

    @Test
    void forgetsFilesThatAreGoneOrWrittenAnew() throws Exception {
        Files.delete(claude.path());
        update();
        assertEquals(List.of(), shown("quokka"));
        new ClaudeFile(home, "11111111-0000-4000-8000-000000000000")
                .prompt(
                        "Only a walrus, but with a longer text than what was there before it, "
                                + "as far as the length of this file matters. ".repeat(60));
        restart();
        assertEquals(List.of(), shown("quokka"));
        assertEquals(1, find("walrus").total());
        Files.writeString(claude.path(), "");
        claude = new ClaudeFile(home, "11111111-0000-4000-8000-000000000000").prompt("A gnu");
        update();
        assertEquals(0, find("walrus").total());
        assertEquals(1, find("gnu").total());
    }

    @Test
    void makesABrokenIndexAgain() throws Exception {
        close();
        open.clear();
        try (var files = Files.list(home.resolve("index/text"))) {
            for (var file : files.filter(file -> !file.endsWith("write.lock")).toList()) {
                Files.writeString(file, "broken");
            }
        }
        search = another();
        update();
        assertEquals(1, find("quokka").total());
    }

    @Test
    void makesADeletedIndexAgain() throws Exception {
        close();
        open.clear();
        try (var files = Files.list(home.resolve("index/text"))) {
            for (var file : files.toList()) {
                Files.delete(file);
            }
        }
        search = another();
        update();
        assertEquals(1, find("quokka").total());
    }

    @Test
    void aSecondProcessOnlyReads() throws Exception {
        var other = another();
        assertFalse(other.bringUpToDate(Progress.SILENT, false));
        var found = other.search(new SearchRequest("quokka", 20, 0, false));
        assertEquals(1, found.hits().size());
        assertTrue(found.isComplete());
    }

    @Test
    void saysHowMuchIsMissing() throws Exception {
        new ClaudeFile(home, "44444444-0000-4000-8000-000000000000").prompt("big ".repeat(9000));
        history.refresh(Progress.SILENT);
        close();
        open.clear();
        search = another();
        var found = find("quokka");
        assertFalse(found.isComplete());
        assertThat(found.indexedPercent()).isBetween(1, 99);
        update();
        assertEquals(100, find("quokka").indexedPercent());
    }

    @Test
    void answersWhenTheTextIsGoneBeforeAnybodyNoticed() throws Exception {
        Files.delete(claude.path());
        var hits = find("quokka").hits();
        assertEquals(1, hits.size());
        assertEquals(null, hits.getFirst().snippet());
    }

    @Test
    void rebuildsFromNothing() throws IOException, InterruptedException {
        assertTrue(search.bringUpToDate(Progress.SILENT, true));
        assertEquals(1, find("quokka").total());
    }
}
