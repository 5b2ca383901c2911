package dev.parley.history.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.api.SearchRequest;
import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.util.List;
import java.util.Set;

/// What is found, and how it is shown.
class TextSearchTest extends SearchCase {
    @Test
    void aFilterForAProviderThatIsNoneIsAProblem() throws Exception {
        assertEquals(0, find("provider:codex nothingofthiskind").total());
        var problem = assertThrows(Problem.class, () -> find("hello provider:codx"));
        assertEquals("There is no provider \"codx\".", problem.message());
        assertThrows(Problem.class, () -> search.sessions("hello provider:codx"));
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
        assertEquals("claude:11111111-0000-4000-8000-000000000000", hit.session().key().toString());
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
    void aPhraseCountsWhereItCountsMost() throws Exception {
        new ClaudeFile(home, "33333333-0000-4000-8000-000000000000")
                .at("2026-01-01T00:00:00Z")
                .prompt("Look.")
                .answer("In the stable, in the stable, in the stable.");
        new ClaudeFile(home, "44444444-0000-4000-8000-000000000000")
                .at("2026-01-02T00:00:00Z")
                .prompt("What is in the stable?")
                .answer("Straw.");
        update();
        assertEquals("1 user What is [in the stable]?", shown("\"in the stable\"").getFirst());
        var newest = search.search(new SearchRequest("\"in the stable\"", 20, 0, true)).hits();
        assertEquals(3, newest.size());
        assertEquals(
                "1 assistant [In the stable], [in the stable], [in the stable].",
                shown(newest.getLast()));
        assertEquals(
                List.of("1 user What is [in the stable]?"),
                shown("\"in the stable\" -\"the quokka\" -look"));
        assertEquals(3, search.sessions("\"in the stable\"").size());
    }

    @Test
    void knowsTheSessionsOfAQuery() throws Exception {
        assertEquals(
                Set.of(new SessionKey("claude", "11111111-0000-4000-8000-000000000000")),
                search.sessions("zebra OR parseheader"));
        assertEquals(Set.of(), search.sessions("nothinglikethis"));
    }
}
