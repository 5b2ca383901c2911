package dev.parley.door.lan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.base.hash.Hash;
import dev.parley.base.problem.Problem;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QrCodeTest {
    private static String squares(QrCode code) {
        var text = new StringBuilder();
        for (var row = 0; row < code.size(); row++) {
            text.append(row == 0 ? "" : "\n");
            for (var column = 0; column < code.size(); column++) {
                text.append(code.isDark(column, row) ? '#' : '.');
            }
        }
        return text.toString();
    }

    /// The example of the standard's readers: HELLO WORLD, version 1, level M.
    @Test
    void mendingWordsAreThoseOfTheKnownExample() {
        assertArrayEquals(
                new int[] {196, 35, 39, 119, 235, 215, 231, 226, 93, 23},
                ReedSolomon.words(
                        new int[] {
                            32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17
                        },
                        10));
    }

    @Test
    void formatAndVersionAreThoseOfTheTables() {
        assertEquals(0b111011111000100, QrGrid.format(0));
        assertEquals(0b110100101110110, QrGrid.format(7));
        assertEquals(0b000111110010010100, QrGrid.version(7));
    }

    @Test
    void aShortTextLooksAsOtherEncodersDrawIt() {
        assertEquals(
                """
                #######.##..#.#######
                #.....#..#..#.#.....#
                #.###.#.#.#.#.#.###.#
                #.###.#.#..#..#.###.#
                #.###.#.####..#.###.#
                #.....#.......#.....#
                #######.#.#.#.#######
                .........##..........
                ####..#.#.#.##..###.#
                ..#.#......#.########
                .#..####.....#...#.##
                ##.###.#...#...#.#.#.
                ..##..#########.##..#
                ........#..##.#.#....
                #######....#.#..#....
                #.....#..#..##.####.#
                #.###.#..#..#...#.##.
                #.###.#.###.##.#...#.
                #.###.#.######.#..#..
                #.....#.#.#######...#
                #######.#.#...#.###..\
                """,
                squares(new QrCode("https://parley", 3)));
    }

    /// Made with another encoder: the hash of its squares.
    @ParameterizedTest
    @CsvSource({
        "https://192.168.1.50:4781/login?code=abcdefghijklmnopqrstuv, 1, 0, 8400b709094bb25fb58ffeca9c280faf58fdc615956488b46579466600aeafb4",
        "x, 150, 5, d8f5df799f4f14076c9e30abcdb6ce3bd6f1f583d5f759959cf2966f68606564",
        "Z, 230, 7, 18110b88ed4624993def7a4f3a01bd08bc75e1b120495c1c3f83725300b805b3",
        "hé, 30, 6, e60342d4d3b9d774abac45fb3a559f8b88c9c950cf44f68ae197f19e158f05b3"
    })
    void longerTextsDoSoToo(String text, int times, int mask, String hash) {
        assertEquals(hash, Hash.sha256(squares(new QrCode(text.repeat(times), mask))));
    }

    @Test
    void fitsATerminalAndRefusesWhatIsTooLong() {
        var lines =
                new QrCode("https://192.168.100.200:65535/login?code=" + "a".repeat(22)).lines();
        assertThat(lines).hasSizeLessThan(24).allMatch(line -> line.length() < 60);
        assertThrows(Problem.class, () -> new QrCode("x".repeat(231)));
    }
}
