package dev.parley.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

class LineCutterTest {
    private static final long NO_LIMIT = Long.MAX_VALUE;

    private final List<String> lines = new ArrayList<>();

    /// @return whether the limit was hit
    private boolean read(byte[] bytes, int chunk, long limit) {
        var cutter = new LineCutter(limit, lines::add);
        for (var at = 0; at < bytes.length; at += chunk) {
            cutter.add(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + chunk)));
        }
        cutter.deliverRest();
        return cutter.isFull();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 1000})
    void charactersSplitBetweenReadsSurvive(int chunk) {
        assertFalse(read(utf8("añb\n漢字 🎉\n\nend\n"), chunk, NO_LIMIT));
        assertEquals(List.of("añb", "漢字 🎉", "", "end"), lines);
    }

    @Test
    void carriageReturnsBelongToTheLineEnd() {
        read(utf8("a\r\nb\rc\r\n"), 100, NO_LIMIT);
        assertEquals(List.of("a", "b\rc"), lines);
    }

    @Test
    void anUnfinishedLastLineIsDelivered() {
        read(utf8("whole\nhalf"), 3, NO_LIMIT);
        assertEquals(List.of("whole", "half"), lines);
    }

    @Test
    void aLineOfTenMegabytesIsOneLine() {
        var line = "x".repeat(10_000_000);
        read(utf8(line + "\nnext\n"), 8192, Launch.DEFAULT_OUTPUT_LIMIT);
        assertEquals(List.of(line, "next"), lines);
    }

    @Test
    void binaryNoiseBecomesTextAndLaterLinesAreWhole() {
        var noise = new byte[5000];
        new Random(42).nextBytes(noise);
        var bytes = new byte[noise.length + 9];
        System.arraycopy(noise, 0, bytes, 0, noise.length);
        System.arraycopy(utf8("\n{\"a\":1}\n"), 0, bytes, noise.length, 9);
        read(bytes, 100, NO_LIMIT);
        assertEquals("{\"a\":1}", lines.getLast());
    }

    @Test
    void stopsAtTheLimitAndKeepsWhatCameBefore() {
        assertTrue(read(utf8("first\n" + "y".repeat(1000)), 64, 100));
        assertEquals("first", lines.getFirst());
        assertEquals(94, lines.get(1).length());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100_000_000})
    void aLineOverTheLimitIsDroppedAndEverythingAfterIt(int excess) {
        var cutter = new LineCutter(NO_LIMIT, lines::add);
        cutter.add(utf8("first\n"));
        var chunk = new byte[64 * 1024];
        Arrays.fill(chunk, (byte) 'z');
        for (var at = 0; at < LineCutter.LONGEST_LINE; at += chunk.length) {
            cutter.add(chunk);
        }
        assertFalse(cutter.isTooLong());
        for (var at = 0; at < excess; at += chunk.length) {
            cutter.add(chunk);
        }
        cutter.add(utf8("\nnext\n"));
        cutter.deliverRest();
        assertEquals(excess > 0, cutter.isTooLong());
        assertEquals(
                excess > 0
                        ? List.of("first")
                        : List.of("first", "z".repeat(LineCutter.LONGEST_LINE), "next"),
                lines);
    }

    @Test
    void hundredMegabytesWithoutNewlineStayWithinTheLimit() {
        var cutter = new LineCutter(Launch.DEFAULT_OUTPUT_LIMIT, lines::add);
        var chunk = new byte[1024 * 1024];
        Arrays.fill(chunk, (byte) 'z');
        for (var megabyte = 0; megabyte < 100; megabyte++) {
            cutter.add(chunk);
        }
        assertTrue(cutter.isFull());
        assertEquals(List.of(), lines);
        cutter.deliverRest();
        assertEquals(List.of("z".repeat((int) Launch.DEFAULT_OUTPUT_LIMIT)), lines);
    }

    @Test
    void ofALineThatIsTooLongNothingIsDelivered() {
        var cutter = new LineCutter(Long.MAX_VALUE, 10, lines::add);
        cutter.add(utf8("short\n"));
        cutter.add(utf8("0123456789"));
        assertFalse(cutter.isFull());
        cutter.add(utf8("a"));
        assertTrue(cutter.isFull());
        cutter.deliverRest();
        assertEquals(List.of("short"), lines);
    }
}
