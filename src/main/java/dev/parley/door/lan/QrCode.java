package dev.parley.door.lan;

import dev.parley.base.problem.Problem;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// A QR code (ISO 18004) of a short text: bytes, versions 1 to 9, error correction L, which is
/// enough for a screen.
public final class QrCode {
    private static final int[] DATA_WORDS = {19, 34, 55, 80, 108, 136, 156, 194, 232};
    private static final int[] MENDING_WORDS = {7, 10, 15, 20, 26, 18, 20, 24, 30};
    private static final int[] BLOCKS = {1, 1, 1, 1, 1, 2, 2, 2, 2};

    private final int version;
    private final QrGrid grid;

    /// @throws Problem when it is too long
    public QrCode(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        version = version(bytes.length);
        var words = words(bytes);
        QrGrid best = null;
        for (var mask = 0; mask < 8; mask++) {
            var tried = new QrGrid(version, words, mask);
            if (best == null || tried.penalty() < best.penalty()) {
                best = tried;
            }
        }
        grid = Objects.requireNonNull(best);
    }

    /// With one mask, whether it is the best or not.
    QrCode(String text, int mask) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        version = version(bytes.length);
        grid = new QrGrid(version, words(bytes), mask);
    }

    private static int version(int length) {
        for (var version = 1; version <= DATA_WORDS.length; version++) {
            if (length + 2 <= DATA_WORDS[version - 1]) {
                return version;
            }
        }
        throw Problem.invalid("The text is too long for a QR code.", "Use at most 230 bytes.");
    }

    /// What is said, and what mends it, block by block and word by word in turns.
    private int[] words(byte[] bytes) {
        var data = data(bytes);
        var blocks = BLOCKS[version - 1];
        var length = data.length / blocks;
        List<int[]> said = new ArrayList<>();
        List<int[]> mending = new ArrayList<>();
        for (var block = 0; block < blocks; block++) {
            var part = Arrays.copyOfRange(data, block * length, (block + 1) * length);
            said.add(part);
            mending.add(ReedSolomon.words(part, MENDING_WORDS[version - 1]));
        }
        var all = new ArrayList<Integer>();
        interleave(said, all);
        interleave(mending, all);
        return all.stream().mapToInt(Integer::intValue).toArray();
    }

    private static void interleave(List<int[]> blocks, List<Integer> all) {
        for (var at = 0; at < blocks.getFirst().length; at++) {
            for (var block : blocks) {
                all.add(block[at]);
            }
        }
    }

    /// The mode (bytes), the length, the bytes, an end, and words that say nothing.
    private int[] data(byte[] bytes) {
        var data = new int[DATA_WORDS[version - 1]];
        data[0] = 0x40 | (bytes.length >>> 4);
        data[1] = (bytes.length << 4) & 0xF0;
        for (var at = 0; at < bytes.length; at++) {
            data[at + 1] |= (bytes[at] & 0xFF) >>> 4;
            data[at + 2] = (bytes[at] << 4) & 0xF0;
        }
        for (var at = bytes.length + 2; at < data.length; at++) {
            data[at] = (at - bytes.length) % 2 == 0 ? 0xEC : 0x11;
        }
        return data;
    }

    public int size() {
        return grid.size();
    }

    public boolean isDark(int column, int row) {
        return grid.isDark(column, row);
    }

    /// Two rows in each line, light on dark as most terminals are; a quiet zone around it.
    public List<String> lines() {
        var lines = new ArrayList<String>();
        for (var row = -2; row < size() + 2; row += 2) {
            var line = new StringBuilder();
            for (var column = -2; column < size() + 2; column++) {
                var above = !isInside(column, row) || !isDark(column, row);
                var below = !isInside(column, row + 1) || !isDark(column, row + 1);
                line.append(above ? below ? '█' : '▀' : below ? '▄' : ' ');
            }
            lines.add(line.toString());
        }
        return lines;
    }

    private boolean isInside(int column, int row) {
        return column >= 0 && row >= 0 && column < size() && row < size();
    }
}
