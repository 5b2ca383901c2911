package dev.parley.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class LineReaderTest {
    private static final long NO_LIMIT = Long.MAX_VALUE;

    private final List<String> lines = new ArrayList<>();

    private LineReader.End read(byte[] bytes, int chunk, long limit) {
        var reader = new LineReader(new Drip(bytes, chunk), limit);
        var end = reader.readAll(lines::add);
        reader.deliverRest(lines::add);
        return end;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 1000})
    void charactersSplitBetweenReadsSurvive(int chunk) {
        assertEquals(LineReader.End.OF_STREAM, read(utf8("añb\n漢字 🎉\n\nend\n"), chunk, NO_LIMIT));
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
        assertEquals(LineReader.End.LIMIT_HIT, read(utf8("first\n" + "y".repeat(1000)), 64, 100));
        assertEquals("first", lines.getFirst());
        assertEquals(94, lines.get(1).length());
    }

    @Test
    void hundredMegabytesWithoutNewlineStayWithinTheLimit() {
        var endless =
                new InputStream() {
                    private long left = 100L * 1024 * 1024;

                    @Override
                    public int read() {
                        return left-- > 0 ? 'z' : -1;
                    }

                    @Override
                    public int read(byte[] into, int from, int length) {
                        var count = (int) Math.min(length, left);
                        left -= count;
                        return count == 0 ? -1 : count;
                    }
                };
        var reader = new LineReader(endless, Launch.DEFAULT_OUTPUT_LIMIT);
        assertEquals(LineReader.End.LIMIT_HIT, reader.readAll(lines::add));
        assertEquals(List.of(), lines);
        reader.deliverRest(lines::add);
        assertEquals(1, lines.size());
        assertTrue(lines.getFirst().length() <= Launch.DEFAULT_OUTPUT_LIMIT);
        reader.discardRest();
    }

    @Test
    void aBrokenPipeIsAnEnd() {
        var broken =
                new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("Stream closed");
                    }
                };
        assertEquals(LineReader.End.OF_STREAM, new LineReader(broken, 10).readAll(lines::add));
        assertEquals(List.of(), lines);
    }

    /// Gives at most `chunk` bytes at a time.
    private static final class Drip extends ByteArrayInputStream {
        private final int chunk;

        Drip(byte[] bytes, int chunk) {
            super(bytes);
            this.chunk = chunk;
        }

        @Override
        public synchronized int read(byte[] into, int from, int length) {
            return super.read(into, from, Math.min(length, chunk));
        }
    }
}
