package dev.parley.sessionfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.event.Event;
import dev.parley.sessionfile.StoredReader.Outcome;
import dev.parley.sessionfile.scan.Line;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// Files as they are found on real disks: growing, cut, rewritten, broken.
class LinesFileTest {
    @TempDir Path folder;
    private final List<String> told = new ArrayList<>();
    private long skipped;

    /// `{"say":"…"}` is a prompt.
    private static final class Lines extends LineReader {
        Lines(SessionBuilder builder) {
            super(builder);
        }

        @Override
        protected void hear(JsonNode json, Line line) {
            if (json.has("break")) {
                throw new IllegalStateException("broken on purpose");
            }
            builder.add(new Event.UserSaid(json.path("say").asString(""), null));
        }

        @Override
        protected BitSet active() {
            var all = new BitSet();
            all.set(0);
            return all;
        }
    }

    private Path file() {
        return folder.resolve("session.jsonl");
    }

    private LinesFile reader() {
        return new LinesFile(
                "demo",
                StoredFile.lines(file(), "s", null),
                (_, builder) -> new Lines(builder),
                Sidecar.NONE,
                1000);
    }

    private void write(String text, Charset charset) throws IOException {
        Files.write(
                file(),
                text.getBytes(charset),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private void write(String text) throws IOException {
        write(text, UTF_8);
    }

    private Outcome readOn(LinesFile reader) {
        return reader.readOn(
                new StoredSink() {
                    @Override
                    public void restart(String nativeId) {
                        told.add("restart " + nativeId);
                    }

                    @Override
                    public void event(StoredEvent event) {
                        var said = (Event.UserSaid) event.envelope().event();
                        told.add(event.envelope().sequenceNumber() + " " + said.content());
                    }

                    @Override
                    public void session(StoredFacts session) {
                        skipped = session.skippedLines();
                    }
                });
    }

    @Test
    void anUnfinishedLineIsReadWhenItIsFinished() throws IOException {
        var reader = reader();
        write("{\"say\":\"a\"}\n{\"say\":");
        assertEquals(Outcome.READ, readOn(reader));
        assertEquals(Outcome.UNCHANGED, readOn(reader));
        write("\"b\"}\n");
        assertEquals(Outcome.READ, readOn(reader));
        assertEquals(List.of("1 a", "2 b"), told);
    }

    @Test
    void whoeverIsInterruptedReadsAllOfItTheNextTime() throws IOException {
        var reader = reader();
        write("{\"say\":\"a\"}\n");
        Thread.currentThread().interrupt();
        assertEquals(Outcome.BUSY, readOn(reader));
        assertTrue(Thread.interrupted());
        assertEquals(Outcome.READ, readOn(reader));
        assertEquals(List.of("restart s", "1 a"), told);
    }

    @Test
    void aLastLineThatOnlyLacksItsEndIsReadOnce() throws IOException {
        var reader = reader();
        write("{\"say\":\"a\"}");
        readOn(reader);
        write("\n{\"say\":\"b\"}\n");
        readOn(reader);
        assertEquals(List.of("1 a", "2 b"), told);
    }

    @Test
    void aCharacterThatIsCutInTheMiddleIsNotBroken() throws IOException {
        var reader = reader();
        var bytes = "{\"say\":\"é\"}\n".getBytes(UTF_8);
        Files.write(file(), java.util.Arrays.copyOf(bytes, 9));
        readOn(reader);
        Files.write(file(), bytes);
        readOn(reader);
        assertEquals(List.of("1 é"), told);
    }

    @Test
    void aFileThatBecameShorterIsToldAgain() throws IOException {
        var reader = reader();
        write("{\"say\":\"a\"}\n{\"say\":\"b\"}\n");
        readOn(reader);
        Files.writeString(file(), "{\"say\":\"c\"}\n");
        readOn(reader);
        assertEquals(List.of("1 a", "2 b", "restart s", "1 c"), told);
    }

    @Test
    void aFileThatWasWrittenAnewIsToldAgainAlthoughItIsLonger() throws IOException {
        var reader = reader();
        write("{\"say\":\"a\"}\n");
        readOn(reader);
        Files.writeString(file(), "{\"say\":\"c\"}\n{\"say\":\"d\"}\n");
        readOn(reader);
        assertEquals(List.of("1 a", "restart s", "1 c", "2 d"), told);
    }

    @Test
    void aFileThatIsGoneHasVanished() throws IOException {
        assertEquals(Outcome.VANISHED, readOn(reader()));
        var reader = reader();
        write("{\"say\":\"a\"}\n");
        readOn(reader);
        Files.delete(file());
        assertEquals(Outcome.VANISHED, readOn(reader));
    }

    @Test
    void aFolderInThePlaceOfAFileIsUnreadable() throws IOException {
        Files.createDirectory(file());
        assertEquals(Outcome.UNREADABLE, readOn(reader()));
    }

    @Test
    void anEmptyFileIsASessionOfWhichNothingIsKnown() throws IOException {
        write("");
        var reader = reader();
        assertEquals(Outcome.READ, readOn(reader));
        assertEquals(Outcome.UNCHANGED, readOn(reader));
    }

    @Test
    void brokenLinesAreCountedAndTheRestIsRead() throws IOException {
        write("no json\n{\"say\":\"a\"}\n{\"say\":\n[1]\n42\n\n   \n{\"say\":\"b\"}\n");
        readOn(reader());
        assertEquals(List.of("1 a", "2 b"), told);
        assertEquals(4, skipped);
    }

    @Test
    void aLineThatSurprisesItsReaderCostsOnlyItself() throws IOException {
        write("{\"break\":1}\n{\"say\":\"a\"}\n");
        readOn(reader());
        assertEquals(List.of("1 a"), told);
        assertEquals(1, skipped);
    }

    @Test
    void aLineThatIsTooLongIsSkippedWithoutBeingKept() throws IOException {
        write("{\"say\":\"" + "x".repeat(100_000) + "\"}\n{\"say\":\"a\"}\n");
        readOn(reader());
        assertEquals(List.of("1 a"), told);
        assertEquals(1, skipped);
    }

    @Test
    void aLineThatIsTooLongMayArriveInPieces() throws IOException {
        var reader = reader();
        write("{\"say\":\"" + "x".repeat(5000));
        readOn(reader);
        write("x".repeat(5000));
        readOn(reader);
        write("\"}\n{\"say\":\"a\"}\n");
        readOn(reader);
        assertEquals(List.of("1 a"), told);
        assertEquals(1, skipped);
    }

    @Test
    void otherEncodingsAreReadAsFarAsTheyGo() throws IOException {
        write("{\"say\":\"caf\u00e9\"}\n", ISO_8859_1);
        write("\uFEFF{\"say\":\"b\"}\r\n");
        write("\0\0\0\0\n");
        readOn(reader());
        assertEquals(List.of("1 caf\uFFFD", "2 b"), told);
        assertEquals(1, skipped);
    }

    @Test
    void utf16IsCountedAsBroken() throws IOException {
        write("{\"say\":\"a\"}\n{\"say\":\"b\"}\n", UTF_16);
        readOn(reader());
        assertEquals(List.of(), told);
        assertEquals(2, skipped);
    }

    @Test
    void aLineThatIsNestedWithoutEndIsCountedAsBroken() throws IOException {
        var reader =
                new LinesFile(
                        "demo",
                        StoredFile.lines(file(), "s", null),
                        (_, builder) -> new Lines(builder));
        write("{\"say\":" + "[".repeat(200_000) + "]".repeat(200_000) + "}\n{\"say\":\"a\"}\n");
        readOn(reader);
        assertEquals(List.of("1 a"), told);
        assertEquals(1, skipped);
    }
}
