package dev.parley.door.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.SessionId;
import dev.parley.api.TicketCopy;
import dev.parley.api.TicketDraft;
import dev.parley.api.TicketState;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.json.TicketJson;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// What goes out comes back the same, and what makes no sense names its line.
class TicketMarkdownTest {
    /// Pieces that could be taken for something else.
    private static final List<String> PIECES =
            List.of(
                    "---",
                    "\\---",
                    "\n",
                    "\n---\n",
                    "\n\\\\---\n",
                    "\r\n---\r\n",
                    "title: x",
                    "a",
                    " ",
                    "\"",
                    "[",
                    "]",
                    ",",
                    ": ",
                    " #",
                    "\\",
                    "é",
                    "\u001b[2K",
                    "\u202e",
                    "\u0000",
                    "```",
                    "\n---\nid: T1\n---\n\n",
                    "\ud83d\ude00",
                    "\t",
                    "{",
                    "comment: person");

    private static String text(Random random, int most) {
        var text = new StringBuilder();
        for (var i = random.nextInt(most); i > 0; i--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    private static List<String> items(Random random) {
        var items = new ArrayList<String>();
        for (var i = random.nextInt(4); i > 0; i--) {
            items.add("i" + text(random, 4));
        }
        return items;
    }

    private static List<TicketCopy> hostile(Random random) {
        var copies = new ArrayList<TicketCopy>();
        for (var i = 0; i < 5; i++) {
            var remarks = new ArrayList<TicketCopy.Remark>();
            for (var r = random.nextInt(3); r > 0; r--) {
                remarks.add(
                        new TicketCopy.Remark(
                                text(random, 8),
                                random.nextBoolean() ? null : SessionId.random(),
                                Instant.ofEpochMilli(random.nextInt())));
            }
            copies.add(
                    new TicketCopy(
                            "T" + i,
                            new TicketDraft(
                                    "x" + text(random, 6),
                                    text(random, 12),
                                    TicketDraft.Kind.values()[random.nextInt(4)],
                                    TicketDraft.Priority.values()[random.nextInt(4)],
                                    items(random),
                                    null,
                                    items(random)),
                            i == 0 ? List.of() : List.of("T0"),
                            TicketState.values()[random.nextInt(5)],
                            remarks));
        }
        return copies;
    }

    @RepeatedTest(200)
    void whatGoesOutComesBack(RepetitionInfo info) {
        var copies = hostile(new Random(info.getCurrentRepetition()));

        assertEquals(copies, TicketMarkdownReader.read(TicketMarkdown.file(copies), "f"));
        var json = Json.parse(Json.write(TicketJson.file(copies))).orElseThrow();
        assertEquals(copies, TicketJson.copies(json, "f"));
    }

    @Test
    void readsWhatAPersonWrites() {
        var copies =
                TicketMarkdownReader.read(
                        "\n---\r\ntitle: Mend it: now\r\nlabels: [a, \"b, c\"]\r\n---\r\nThe body.\r\n",
                        "f");

        assertThat(copies).hasSize(1);
        var draft = copies.getFirst().draft();
        assertThat(draft.title()).isEqualTo("Mend it: now");
        assertThat(draft.labels()).containsExactly("a", "b, c");
        assertThat(draft.body().strip()).isEqualTo("The body.");
        assertThat(copies.getFirst().column()).isEqualTo(TicketState.READY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x | 1: a ticket begins",
                "---;title: a | 1: the line \"---\" behind its facts is missing",
                "---;titel: a;--- | 2: unknown key \"titel\".",
                "---;title: a;title: b;--- | 3: \"title\" is there twice",
                "---;kind: bug;--- | 1: a ticket needs a title",
                "---;title: a;kind: bugg;--- | 3: \"bugg\" is none of task, bug",
                "---;title: a;labels: a, b;--- | 3: a list is written [one, two]",
                "---;title: a;labels: [a,,b];--- | 3: a list is written",
                "---;title: \"a;--- | 2: the text in quotes is broken",
                "---;nonsense;--- | 2: expected \"key: value\"",
                "---;comment: person;--- | 1: a comment comes behind its ticket",
                "---;title: a;---;;b;---;comment: someone;--- | 7: \"comment\" is \"person\" or",
                "---;title: a;---;;b;---;comment: person;at: now;--- | 8: \"at\" is no time",
            })
    void aMistakeNamesItsLine(String text, String expected) {
        assertThatThrownBy(() -> TicketMarkdownReader.read(text.replace(";", "\n"), "file.md"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("file.md, line " + expected);
    }
}
