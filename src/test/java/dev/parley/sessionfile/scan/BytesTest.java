package dev.parley.sessionfile.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.Random;

/// Finds the same as who looks at one byte after the other.
class BytesTest {
    @Test
    void findsTheFirstWhereverItIs() {
        var bytes = new byte[100];
        for (var place = 0; place < bytes.length; place++) {
            bytes[place] = '"';
            for (var from = 0; from <= place; from++) {
                assertEquals(place, Bytes.find('"', bytes, from, bytes.length));
                assertEquals(place, Bytes.find('"', bytes, from, place), "not there yet");
            }
            bytes[place] = 0;
        }
    }

    @Test
    void bytesThatAreAlmostTheWantedOneAreNot() {
        var random = new Random(5);
        var almost = new byte[] {'"', '!', '#', (byte) ('"' | 0x80), 0, -1, 1};
        var bytes = new byte[200];
        for (var round = 0; round < 20_000; round++) {
            for (var at = 0; at < bytes.length; at++) {
                bytes[at] = almost[random.nextInt(60) == 0 ? 0 : 1 + random.nextInt(6)];
            }
            var from = random.nextInt(bytes.length);
            var to = from + random.nextInt(bytes.length - from);
            var expected = from;
            while (expected < to && bytes[expected] != '"') {
                expected++;
            }
            assertEquals(expected, Bytes.find('"', bytes, from, to));
        }
    }

    @Test
    void knowsWhatIsAscii() {
        for (var length = 0; length < 40; length++) {
            var bytes = new byte[length + 2];
            bytes[0] = -1;
            bytes[length + 1] = -1;
            assertTrue(Bytes.isAscii(bytes, 1, length + 1));
            for (var at = 1; at <= length; at++) {
                bytes[at] = (byte) 0xc3;
                assertFalse(Bytes.isAscii(bytes, 1, length + 1));
                bytes[at] = 127;
            }
        }
    }
}
