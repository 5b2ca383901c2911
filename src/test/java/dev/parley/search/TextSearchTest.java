package dev.parley.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.event.SessionKey;
import dev.parley.history.History;
import dev.parley.history.Progress;
import dev.parley.problem.Problem;
import dev.parley.search.SearchResult.Hit;
import dev.parley.testing.StoredMachine;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

class TextSearchTest {
    @TempDir Path home;

    private final List<TextSearch> open = new ArrayList<>();
    private StoredMachine machine;
    private History history;
    private TextSearch search;
    private ClaudeFile claude;

    @BeforeEach
    void install() throws Exception {
        machine = new StoredMachine(home);
        claude = new ClaudeFile(home, "11111111-0000-4000-8000-000000000000");
        claude.prompt("Where does the zebra sleep?")
                .answer("I look into the stable.")
                .call("Bash", "cat stable/zebra_log.txt")
                .result("line one\n" + "filler ".repeat(300) + "the quagga woke\nlast")
                .answer("It sleeps in the stable, next to the quokka.");
        claude.prompt("And the 企鹅 there?").answer("Nowhere: parseHeader failed.");
        restart();
    }

    @AfterEach
    void close() {
        open.forEach(TextSearch::close);
    }

    private void restart() throws Exception {
        close();
        open.clear();
        history = new History(machine::places, home.resolve("index"));
        search = another();
        update();
    }

    private TextSearch another() {
        var made =
                new TextSearch(
                        history,
                        home.resolve("index/text"),
                        ZoneOffset.UTC,
                        Clock.systemUTC(),
                        TextSearchTest::known);
        open.add(made);
        return made;
    }

    private static void known(String provider) {
        if (provider.equals("codx")) {
            throw Problem.notFound("There is no provider \"" + provider + "\".", "");
        }
    }

    @Test
    void aFilterForAProviderThatIsNoneIsAProblem() throws Exception {
        assertEquals(0, find("provider:codex nothingofthiskind").total());
        var problem = assertThrows(Problem.class, () -> find("hello provider:codx"));
        assertEquals("There is no provider \"codx\".", problem.message());
        assertThrows(Problem.class, () -> search.sessions("hello provider:codx"));
    }

    private void update() throws Exception {
        history.refresh(Progress.SILENT);
        assertTrue(search.bringUpToDate(Progress.SILENT, false));
    }

    private SearchResult find(String query) throws InterruptedException {
        return search.search(new SearchRequest(query, 20, 0, false));
    }

    /// Turn, role, and the snippet with its marks.
    private static String shown(Hit hit) {
        var text = new StringBuilder(hit.snippet().text());
        for (var mark : hit.snippet().marks().reversed()) {
            text.insert(mark.end(), ']').insert(mark.start(), '[');
        }
        return hit.turn() + " " + hit.role().word() + " " + text;
    }

    private List<String> shown(String query) throws InterruptedException {
        return find(query).hits().stream().map(TextSearchTest::shown).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "zebra sleep | 1 user Where does the [zebra] [sleep]?",
                "QUOKKA | 1 assistant It sleeps in the stable, next to the [quokka].",
                "quagga | 1 result …filler filler filler filler filler filler filler filler the [quagga] woke last",
                "\"quagga woke\" | 1 result …filler filler filler filler filler filler filler filler the [quagga woke] last",
                "zebra_log | 1 call cat stable/[zebra_log].txt",
                "stable/zebra_log.txt tool:bash | 1 call cat [stable/zebra_log.txt]",
                "企鹅 | 2 user And the [企鹅] there?",
                "parsehead* | 2 assistant Nowhere: [parseHeader] failed.",
                "nothinglikethis OR quokka | 1 assistant It sleeps in the stable, next to the [quokka].",
                "zebra role:call | 1 call cat stable/[zebra]_log.txt",
                "zebra quokka | 1 user Where does the [zebra] sleep?",
            })
    void showsTheTurnWithWhatWasLookedFor(String query, String hit) throws Exception {
        assertEquals(List.of(hit), shown(query));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nothinglikethis",
                "\"woke quagga\"",
                "zebra penguin",
                "zebra -quokka",
                "zebra provider:codex",
                "zebra project:other",
                "zebra model:gpt",
                "zebra tool:read",
                "zebra role:result",
                "zebra before:2026-11-10",
                "zebra after:2026-11-11",
                // Not from one text into the next.
                "\"sleep i look\"",
            })
    void findsNothingElse(String query) throws Exception {
        assertEquals(List.of(), shown(query));
    }

    @Test
    void filtersByWhatIsKnownOfTheTurn() throws Exception {
        var all =
                "zebra provider:claude project:acme model:opus tool:BASH role:user"
                        + " after:2026-11-10 before:2026-11-11";
        assertEquals(1, find(all).hits().size());
        var hit = find(all).hits().getFirst();
        assertEquals("claude:11111111-0000-4000-8000-000000000000", hit.entry().key().toString());
        assertEquals("2026-11-10T08:00:01Z", hit.time().toString());
    }

    @Test
    void searchesTheFilesOfEveryCli() throws Exception {
        var providers =
                history.view().sessions().stream()
                        .map(entry -> entry.key().provider())
                        .distinct()
                        .toList();
        assertThat(providers).hasSizeGreaterThanOrEqualTo(6);
        for (var provider : providers) {
            var hits = find("provider:" + provider).hits();
            assertThat(hits).as(provider).isNotEmpty();
            assertThat(hits)
                    .as(provider)
                    .allSatisfy(hit -> {
                        assertThat(hit.snippet()).isNotNull();
                        assertThat(hit.snippet().text()).isNotBlank();
                    });
        }
    }

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
    void findsWordsAnywhereInALongResultAndPhrasesInItsBeginning() throws Exception {
        claude.call("Bash", "cat long")
                .result(
                        "brown bear\n"
                                + "brown dust, grey bear. ".repeat(1500)
                                + "the axolotl\n"
                                + "dust ".repeat(1500)
                                + "brown okapi end")
                .answer("Done.");
        update();
        assertEquals(1, find("\"brown bear\"").total());
        assertEquals(
                "2 result …" + "dust ".repeat(10) + "brown [okapi] end", shown("okapi").getFirst());
        assertEquals(1, find("axolotl okapi").total());
        assertEquals(0, find("\"axolotl okapi\"").total());
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
    void findsOnlyWhatIsOnTheActiveBranch() throws Exception {
        var fork = claude.last();
        claude.prompt("Try the walrus").answer("The walrus failed.");
        update();
        assertEquals(1, find("walrus").total());
        claude.backTo(fork).prompt("Try the gnu");
        update();
        assertEquals(List.of(), shown("walrus"));
        assertEquals(List.of("3 user Try the [gnu]"), shown("gnu"));
        claude.answer("The gnu works.");
        restart();
        assertEquals(List.of(), shown("walrus"));
        assertEquals(1, find("gnu").total());
    }

    @Test
    void showsACopiedTurnOnce() throws Exception {
        var lines = Files.readString(claude.path());
        var other = "22222222-0000-4000-8000-000000000000";
        Files.writeString(claude.path().resolveSibling(other + ".jsonl"), lines);
        update();
        assertEquals(2, find("quokka").total());
        assertEquals(1, find("quokka").hits().size());
    }

    @Test
    void looksAtMoreWhenMostOfTheBestAreCopies() throws Exception {
        for (var copy : List.of("22222222", "33333333", "44444444")) {
            var other = claude.path().resolveSibling(copy + "-0000-4000-8000-000000000000.jsonl");
            Files.writeString(other, Files.readString(claude.path()));
        }
        new ClaudeFile(home, "55555555-0000-4000-8000-000000000000")
                .prompt("Who is there?")
                .answer("A zebra.");
        update();
        var found = search.search(new SearchRequest("zebra", 2, 0, false));
        assertEquals(
                List.of("1 user Where does the [zebra] sleep?", "1 assistant A [zebra]."),
                found.hits().stream().map(TextSearchTest::shown).toList());
        var next = search.search(new SearchRequest("zebra", 1, 1, false));
        assertEquals(found.hits().subList(1, 2), next.hits());
    }

    @Test
    void neitherFindsNorShowsSecrets() throws Exception {
        claude.result("walrus\nAPI_KEY=verysecretvalue123456\ngnu");
        update();
        assertEquals(List.of(), shown("verysecretvalue123456"));
        assertEquals(List.of("2 result [walrus] API_KEY=[secret] gnu"), shown("walrus"));
    }

    @Test
    void newestFirst() throws Exception {
        new ClaudeFile(home, "33333333-0000-4000-8000-000000000000")
                .at("2026-01-01T00:00:00Z")
                .prompt("zebra zebra zebra")
                .answer("zebra");
        update();
        var best = search.search(new SearchRequest("zebra", 20, 0, false));
        var newest = search.search(new SearchRequest("zebra", 20, 0, true));
        assertEquals("zebra zebra zebra", best.hits().getFirst().snippet().text());
        assertEquals("zebra zebra zebra", newest.hits().getLast().snippet().text());
        assertEquals(
                List.of(newest.hits().getLast()),
                search.search(new SearchRequest("zebra", 20, 1, true)).hits());
    }

    @Test
    void leavesOutSessionsThatAreShownElsewhere() throws Exception {
        var all = new SearchRequest("zebra OR acme", 20, 0, false);
        var found = search.search(all);
        var hidden = found.hits().getFirst().entry().key();
        var left = found.hits().stream().filter(hit -> !hit.entry().key().equals(hidden)).toList();
        assertEquals(left, search.search(all, Set.of(hidden)).hits());
        var one = new SearchRequest("quokka", 20, 0, false);
        assertEquals(0, search.search(one, Set.of(claude.key())).total());
    }

    @Test
    void knowsTheSessionsOfAQuery() throws Exception {
        assertEquals(
                Set.of(new SessionKey("claude", "11111111-0000-4000-8000-000000000000")),
                search.sessions("zebra OR parseheader"));
        assertEquals(Set.of(), search.sessions("nothinglikethis"));
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
