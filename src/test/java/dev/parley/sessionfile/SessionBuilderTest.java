package dev.parley.sessionfile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.event.Event;
import dev.parley.sessionfile.SessionBuilder.TitleBy;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.time.Instant;

class SessionBuilderTest {
    private static final String OURS =
            "# Rules of this repository\nBe kind.\n\n--- USER TASK ---\nCount the flags\nslowly";

    private final SessionBuilder builder =
            new SessionBuilder(
                    "kimi", StoredFile.lines(Path.of("/a.jsonl"), "s", null), Instant.EPOCH);

    private String title() {
        return builder.session().title();
    }

    private void prompt(String text) {
        builder.add(new Event.UserSaid(text, null));
    }

    @Test
    void theTaskIsTheTitle() {
        prompt(OURS);
        prompt("Another one");
        assertEquals("Count the flags", title());
    }

    /// Kimi writes it beside the session, before the prompt is read.
    @Test
    void whatACliMakesOfOurWordsIsNoTitle() {
        builder.title("# Rules of this repository Be k…", TitleBy.CLI);
        prompt(OURS);
        assertEquals("Count the flags", title());
    }

    @Test
    void aNameIsATitle() {
        builder.title("Flags", TitleBy.CLI);
        prompt(OURS);
        assertEquals("Flags", title());
        builder.title("# Rules of this repository", TitleBy.PERSON);
        assertEquals("# Rules of this repository", title());
    }

    @Test
    void aLineOfMarksIsNoTitle() {
        prompt("====\nTask: count the flags\n====");
        assertEquals("Task: count the flags", title());
    }

    @Test
    void aPromptWithoutWordsIsItsOwnTitle() {
        prompt("👍\n???");
        assertEquals("👍", title());
    }

    @Test
    void noTitleEndsInHalfACharacter() {
        prompt("x".repeat(99) + "😀😀");
        assertEquals("x".repeat(99), title());
    }

    /// A clock that was wrong when a file was written.
    @Test
    void aTimeThatCannotBeIsThatOfWhatCameBefore() {
        var time = Instant.parse("2026-11-17T00:00:00Z");
        builder.at(time);
        builder.at(Instant.parse("1969-12-31T23:59:59Z"));
        builder.at(Instant.MAX);
        prompt("hello");
        var session = builder.session();
        assertEquals(time, session.started());
        assertEquals(time, session.updated());
        assertEquals(2, session.skippedValues());
        assertEquals(time, builder.drain().getFirst().envelope().timestamp());

        var file = StoredFile.lines(Path.of("/a.jsonl"), "s", null);
        var other = new SessionBuilder("kimi", file, Instant.parse("2446-01-01T00:00:00Z"));
        other.add(new Event.UserSaid("hello", null));
        assertEquals(Instant.EPOCH, other.session().updated());
    }
}
