package dev.parley.work.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.Row;
import dev.parley.api.RowPage;
import dev.parley.base.json.Json;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.event.Event;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

class RowFoldTest {
    private static final Instant NOW = Instant.parse("2026-05-01T08:00:00Z");

    private final List<Envelope> events = new ArrayList<>();

    private RowFoldTest add(Event event) {
        var number = events.size() + 1;
        events.add(new Envelope(NOW.plusSeconds(number), "demo", "n", number, event, null));
        return this;
    }

    private List<Row> rows() {
        var fold = new RowFold("", Integer.MAX_VALUE);
        events.forEach(fold::add);
        return fold.rows().stream().map(OpenRow::row).toList();
    }

    private RowSource stored() {
        return new StoredRows(events::forEach, "", Instant.MAX);
    }

    private static List<String> ids(RowPage page) {
        return page.rows().stream().map(Row::id).toList();
    }

    private RowFoldTest call(String id) {
        return add(new Event.ToolCalled(id, "Bash", Json.object().put("command", "npm  test\n")));
    }

    private RowFoldTest returned(String id, String output) {
        return add(new Event.ToolReturned(id, null, output, false, 0));
    }

    @Test
    void piecesAndTheWholeMessageAreOneRow() {
        add(new Event.UserSaid("hi", null));
        add(new Event.AssistantStreamed("He", "m"));
        add(new Event.AssistantStreamed("llo", "m"));
        assertEquals(new Row.Text("Hello", "m", true), rows().getLast().body());
        add(new Event.AssistantSaid("Hello!", "m"));
        assertEquals(2, rows().size());
        assertEquals(
                new Row(
                        "2",
                        4,
                        NOW.plusSeconds(2),
                        NOW.plusSeconds(4),
                        new Row.Text("Hello!", "m", false),
                        false),
                rows().getLast());
    }

    @Test
    void aResultGoesToItsCallWhateverComesBetween() {
        call("a").call("b");
        add(new Event.AssistantSaid("meanwhile", "m"));
        returned("a", "fine");
        var tool = (Row.Tool) rows().getFirst().body();
        assertEquals("npm test", tool.summary());
        assertEquals(new Row.Result("fine", false, 0, 4), tool.result());
        assertEquals(4, rows().getFirst().last());
        assertEquals(List.of("1", "2", "3"), rows().stream().map(Row::id).toList());
    }

    @Test
    void thoughtsWithoutANameBelongTogetherWhileNothingComesBetween() {
        add(new Event.Thought("a", true, null));
        add(new Event.Thought("b", true, null));
        call("c");
        add(new Event.Thought("d", true, null));
        assertEquals(
                List.of(new Row.Thought("ab", null), new Row.Thought("d", null)),
                rows().stream().map(Row::body).filter(Row.Thought.class::isInstance).toList());
    }

    @Test
    void onlyATurnThatDidNotCompleteIsARow() {
        add(new Event.TurnEnded("t1", EndReason.COMPLETED));
        add(new Event.TurnEnded("t2", EndReason.INTERRUPTED));
        assertEquals(
                List.of(new Row.End("t2", EndReason.INTERRUPTED)),
                rows().stream().map(Row::body).toList());
    }

    @Test
    void pagesOfAFileJoinWithoutGapOrRepetition() throws Exception {
        for (var at = 0; at < 25; at++) {
            call("c" + at);
        }
        for (var at = 0; at < 25; at++) {
            returned("c" + at, "out " + at);
        }
        var all = new ArrayList<String>();
        var page = stored().before(Long.MAX_VALUE, 10);
        all.addAll(0, ids(page));
        while (page.before() != null) {
            page = stored().before(Long.parseLong(page.before()), 10);
            all.addAll(0, ids(page));
            // The result of a call comes far behind this page, and is in it all the same.
            assertTrue(
                    page.rows().stream().allMatch(row -> ((Row.Tool) row.body()).result() != null));
        }
        assertEquals(rows().stream().map(Row::id).toList(), all);
        assertEquals(List.of("4", "5", "6"), ids(stored().after(3, 3)));
        assertEquals(null, stored().after(22, 3).after());
    }

    @Test
    void theNumberOfAResultLeadsToTheRowOfItsCall() throws Exception {
        for (var at = 0; at < 40; at++) {
            add(new Event.UserSaid("p" + at, null));
        }
        call("x").returned("x", "found");
        for (var at = 0; at < 40; at++) {
            add(new Event.UserSaid("q" + at, null));
        }
        var page = stored().around(42, 10);
        assertEquals("41", page.row());
        assertTrue(ids(page).contains("41"), ids(page).toString());
        assertTrue(ids(page).indexOf("41") > 1, "there is something before it");
        assertEquals("41", stored().row(42).orElseThrow().id());
    }

    @Test
    void whatIsHeavyIsCutInListsAndWholeAlone() throws Exception {
        call("x").returned("x", "y".repeat(100_000));
        var listed = (Row.Tool) stored().before(Long.MAX_VALUE, 5).rows().getFirst().body();
        assertEquals(RowText.OUTPUT, listed.result().output().length());
        assertEquals(100_000, listed.result().size());
        var alone = (Row.Tool) stored().row(1).orElseThrow().body();
        assertEquals(100_000, alone.result().output().length());
        assertEquals("a", RowText.cut("a😀", 2), "never half a character");
    }
}
