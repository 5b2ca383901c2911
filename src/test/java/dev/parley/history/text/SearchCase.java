package dev.parley.history.text;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.Progress;
import dev.parley.api.SearchHits;
import dev.parley.api.SearchHits.Hit;
import dev.parley.api.SearchRequest;
import dev.parley.base.problem.Problem;
import dev.parley.history.History;
import dev.parley.testing.StoredMachine;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/// A machine with a session of Claude Code whose text is indexed.
abstract class SearchCase {
    @TempDir Path home;

    final List<TextSearch> open = new ArrayList<>();
    StoredMachine machine;
    History history;
    TextSearch search;
    ClaudeFile claude;

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

    void restart() throws Exception {
        close();
        open.clear();
        history = new History(machine::places, home.resolve("index"));
        search = another();
        update();
    }

    TextSearch another() {
        var made =
                new TextSearch(
                        history,
                        home.resolve("index/text"),
                        ZoneOffset.UTC,
                        Clock.systemUTC(),
                        SearchCase::known);
        open.add(made);
        return made;
    }

    private static void known(String provider) {
        if (provider.equals("codx")) {
            throw Problem.notFound("There is no provider \"" + provider + "\".", "");
        }
    }

    void update() throws Exception {
        history.refresh(Progress.SILENT);
        assertTrue(search.bringUpToDate(Progress.SILENT, false));
    }

    SearchHits find(String query) throws InterruptedException {
        return search.search(new SearchRequest(query, 20, 0, false));
    }

    /// Turn, role, and the snippet with its marks.
    static String shown(Hit hit) {
        var text = new StringBuilder(hit.snippet().text());
        for (var mark : hit.snippet().marks().reversed()) {
            text.insert(mark.end(), ']').insert(mark.start(), '[');
        }
        return hit.turn() + " " + hit.role() + " " + text;
    }

    List<String> shown(String query) throws InterruptedException {
        return find(query).hits().stream().map(SearchCase::shown).toList();
    }
}
