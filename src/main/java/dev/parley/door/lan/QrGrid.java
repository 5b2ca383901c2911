package dev.parley.door.lan;

/// The squares of a QR code: its fixed patterns, its words along their way, and one of eight masks
/// over them.
final class QrGrid {
    private static final int[][] ALIGNMENT = {
        {}, {6, 18}, {6, 22}, {6, 26}, {6, 30}, {6, 34}, {6, 22, 38}, {6, 24, 42}, {6, 26, 46}
    };

    private final int size;
    private final boolean[][] dark; // by row, then column
    private final boolean[][] fixed;

    QrGrid(int version, int[] words, int mask) {
        size = version * 4 + 17;
        dark = new boolean[size][size];
        fixed = new boolean[size][size];
        drawTiming();
        drawFinder(3, 3);
        drawFinder(size - 4, 3);
        drawFinder(3, size - 4);
        drawAlignment(ALIGNMENT[version - 1]);
        drawFormat(mask);
        drawVersion(version);
        drawWords(words, mask);
    }

    int size() {
        return size;
    }

    boolean isDark(int column, int row) {
        return dark[row][column];
    }

    private void fix(int column, int row, boolean isDark) {
        if (column >= 0 && row >= 0 && column < size && row < size) {
            dark[row][column] = isDark;
            fixed[row][column] = true;
        }
    }

    private void drawTiming() {
        for (var at = 0; at < size; at++) {
            fix(6, at, at % 2 == 0);
            fix(at, 6, at % 2 == 0);
        }
    }

    private void drawFinder(int column, int row) {
        for (var y = -4; y <= 4; y++) {
            for (var x = -4; x <= 4; x++) {
                var distance = Math.max(Math.abs(x), Math.abs(y));
                fix(column + x, row + y, distance != 2 && distance != 4);
            }
        }
    }

    private void drawAlignment(int[] centers) {
        for (var column : centers) {
            for (var row : centers) {
                var isFinder =
                        (column == 6 && row == 6)
                                || (column == 6 && row == size - 7)
                                || (column == size - 7 && row == 6);
                for (var y = -2; y <= 2 && !isFinder; y++) {
                    for (var x = -2; x <= 2; x++) {
                        fix(column + x, row + y, Math.max(Math.abs(x), Math.abs(y)) != 1);
                    }
                }
            }
        }
    }

    /// Error correction L is 01.
    static int format(int mask) {
        var data = 8 | mask;
        var rest = data;
        for (var bit = 0; bit < 10; bit++) {
            rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
        }
        return ((data << 10) | rest) ^ 0x5412;
    }

    private void drawFormat(int mask) {
        var bits = format(mask);
        for (var at = 0; at < 15; at++) {
            var isDark = isSet(bits, at);
            if (at < 8) {
                fix(8, at < 6 ? at : at + 1, isDark);
                fix(size - 1 - at, 8, isDark);
            } else {
                fix(at == 8 ? 7 : 14 - at, 8, isDark);
                fix(8, size - 15 + at, isDark);
            }
        }
        fix(8, size - 8, true);
    }

    static int version(int version) {
        var rest = version;
        for (var bit = 0; bit < 12; bit++) {
            rest = (rest << 1) ^ ((rest >>> 11) * 0x1F25);
        }
        return (version << 12) | rest;
    }

    private void drawVersion(int version) {
        var bits = version(version);
        for (var at = 0; at < 18 && version >= 7; at++) {
            var isDark = isSet(bits, at);
            fix(size - 11 + at % 3, at / 3, isDark);
            fix(at / 3, size - 11 + at % 3, isDark);
        }
    }

    /// In pairs of columns from the right, up and down in turns, around what is fixed.
    private void drawWords(int[] words, int mask) {
        var bit = 0;
        for (var right = size - 1; right >= 1; right -= 2) {
            if (right == 6) {
                right = 5;
            }
            var goesUp = ((right + 1) & 2) == 0;
            for (var step = 0; step < size; step++) {
                var row = goesUp ? size - 1 - step : step;
                for (var column = right; column > right - 2; column--) {
                    if (!fixed[row][column]) {
                        var isSet = bit < words.length * 8 && isSet(words[bit / 8], 7 - bit % 8);
                        dark[row][column] = isSet ^ isMasked(mask, column, row);
                        bit++;
                    }
                }
            }
        }
    }

    private static boolean isSet(int number, int bit) {
        return ((number >>> bit) & 1) == 1;
    }

    static boolean isMasked(int mask, int x, int y) {
        return switch (mask) {
            case 0 -> (x + y) % 2 == 0;
            case 1 -> y % 2 == 0;
            case 2 -> x % 3 == 0;
            case 3 -> (x + y) % 3 == 0;
            case 4 -> (x / 3 + y / 2) % 2 == 0;
            case 5 -> (x * y) % 2 + (x * y) % 3 == 0;
            case 6 -> ((x * y) % 2 + (x * y) % 3) % 2 == 0;
            default -> ((x + y) % 2 + (x * y) % 3) % 2 == 0;
        };
    }

    /// How hard it is to read: long runs, blocks of one colour, too much of one.
    int penalty() {
        var penalty = 0;
        var count = 0;
        for (var row = 0; row < size; row++) {
            penalty += runs(row, true) + runs(row, false);
            for (var column = 0; column < size; column++) {
                count += dark[row][column] ? 1 : 0;
                penalty += isBlock(column, row) ? 3 : 0;
            }
        }
        return penalty + Math.abs(count * 20 - size * size * 10) / (size * size) * 10;
    }

    private int runs(int line, boolean isRow) {
        var penalty = 0;
        var run = 0;
        for (var at = 0; at < size; at++) {
            var isSame = at > 0 && square(line, at, isRow) == square(line, at - 1, isRow);
            run = isSame ? run + 1 : 1;
            penalty += run == 5 ? 3 : run > 5 ? 1 : 0;
        }
        return penalty;
    }

    private boolean square(int line, int at, boolean isRow) {
        return isRow ? dark[line][at] : dark[at][line];
    }

    private boolean isBlock(int column, int row) {
        return column + 1 < size
                && row + 1 < size
                && dark[row][column] == dark[row][column + 1]
                && dark[row][column] == dark[row + 1][column]
                && dark[row][column] == dark[row + 1][column + 1];
    }
}
