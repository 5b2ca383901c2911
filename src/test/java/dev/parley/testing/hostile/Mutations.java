package dev.parley.testing.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Random;
import java.util.regex.Pattern;

/// Changes the bytes of files at random, always the same way for the same seed: as a disk that is
/// going bad, a program that was cut off, and somebody who means harm would.
public final class Mutations {
    private static final int MOST_CHANGES = 4;
    private static final Pattern VALUE =
            Pattern.compile(":(?:\"[^\"]{0,200}\"|-?\\d+(?:\\.\\d+)?|true|false|null)");

    private final Random random;

    public Mutations(long seed) {
        random = new Random(seed);
    }

    public byte[] mutated(byte[] whole) {
        var bytes = whole;
        for (var left = 1 + random.nextInt(MOST_CHANGES); left > 0; left--) {
            bytes =
                    switch (random.nextInt(8)) {
                        case 0 -> Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
                        case 1 -> flipped(bytes);
                        case 2 -> withoutPiece(bytes);
                        case 3 -> joined(bytes, piece(bytes));
                        case 4 -> inserted(bytes, new byte[1 + random.nextInt(3)]);
                        default -> withAnotherValue(bytes);
                    };
        }
        return bytes;
    }

    private byte[] flipped(byte[] bytes) {
        var copy = bytes.clone();
        for (var left = random.nextInt(8); left >= 0 && copy.length > 0; left--) {
            copy[random.nextInt(copy.length)] = (byte) random.nextInt(256);
        }
        return copy;
    }

    private byte[] piece(byte[] bytes) {
        var from = random.nextInt(bytes.length + 1);
        var to = Math.min(bytes.length, from + random.nextInt(400));
        return Arrays.copyOfRange(bytes, from, to);
    }

    private byte[] withoutPiece(byte[] bytes) {
        var from = random.nextInt(bytes.length + 1);
        var to = Math.min(bytes.length, from + random.nextInt(100));
        return joined(Arrays.copyOf(bytes, from), Arrays.copyOfRange(bytes, to, bytes.length));
    }

    private byte[] inserted(byte[] bytes, byte[] more) {
        var at = random.nextInt(bytes.length + 1);
        return joined(
                joined(Arrays.copyOf(bytes, at), more),
                Arrays.copyOfRange(bytes, at, bytes.length));
    }

    private static byte[] joined(byte[] one, byte[] other) {
        var both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    private byte[] withAnotherValue(byte[] bytes) {
        var text = new String(bytes, ISO_8859_1);
        var value = VALUE.matcher(text);
        if (text.isEmpty() || !value.find(random.nextInt(text.length()))) {
            return bytes;
        }
        var worst = WorstValues.ALL.get(random.nextInt(WorstValues.ALL.size()));
        return joined(
                joined(Arrays.copyOf(bytes, value.start() + 1), worst.getBytes(UTF_8)),
                Arrays.copyOfRange(bytes, value.end(), bytes.length));
    }
}
