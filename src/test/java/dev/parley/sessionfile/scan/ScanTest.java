package dev.parley.sessionfile.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Finds what is asked for, steps over the rest, and gives up on what is broken.
class ScanTest {
    private static final NameTable NAMES = NameTable.of("a", "b", "wanted");

    private static Scan of(String line) {
        var scan = new Scan();
        scan.start(Line.of(line));
        scan.enter();
        return scan;
    }

    @Test
    void tellsNamesNobodyKnowsBeforehand() {
        var scan =
                of(
                        """
                        {"/a \\"b\\"":{"x":1},"\\u00fc/日本" : [2],"":3}\
                        """);
        assertEquals("/a \"b\"", scan.member());
        assertEquals(Json.object().put("x", 1), scan.json());
        assertEquals("ü/日本", scan.member());
        scan.skip();
        assertEquals("", scan.member());
        assertEquals(3, scan.number(0));
        assertNull(scan.member());
        assertThrows(Scan.Lost.class, () -> of("{\"a\" 1}").member());
        assertThrows(Scan.Lost.class, () -> of("{a:1}").member());
    }

    @Test
    void findsMembersBehindOthers() {
        var scan =
                of(
                        """
                        { "x":{"a":1,"y":["}",{"b":[]},-2.5e3,null,true]}, "a" : "first","aa":0,"":"\\\\\\"",
                        "b":{"wanted":7},"z":[],"wanted":[1 , 2]} \r\
                        """);
        assertEquals("a", scan.member(NAMES));
        assertEquals("first", scan.text(null));
        assertEquals("b", scan.member(NAMES));
        assertTrue(scan.isObject());
        scan.enter();
        assertEquals("wanted", scan.member(NAMES));
        assertEquals(7, scan.number(0));
        assertEquals(Scan.END, scan.member(NAMES));
        assertEquals("wanted", scan.member(NAMES));
        assertTrue(scan.isArray());
        scan.enter();
        assertTrue(scan.element());
        assertEquals(1, scan.number(0));
        assertTrue(scan.element());
        assertEquals(2, scan.number(0));
        assertFalse(scan.element());
        assertEquals(Scan.END, scan.member(NAMES));
    }

    @Test
    void readsValuesOfEveryKind() {
        var scan = of("{\"a\":[\"2026-11-16T05:17:41.123Z\",true,false,null,\"a\",\"c\",12,null]}");
        scan.member(NAMES);
        scan.enter();
        scan.element();
        assertEquals(Instant.parse("2026-11-16T05:17:41.123Z"), scan.time());
        scan.element();
        assertTrue(scan.isTrue());
        scan.element();
        assertFalse(scan.isTrue());
        scan.element();
        assertNull(scan.text("likely"));
        scan.element();
        assertEquals("a", scan.word(NAMES));
        scan.element();
        assertEquals(NameTable.NONE, scan.word(NAMES));
        scan.element();
        assertEquals(NameTable.NONE, scan.word(NAMES));
        scan.element();
        assertEquals(-1, scan.number(-1));
        assertFalse(scan.element());
    }

    @Test
    void aTextThatWasThereBeforeIsTheSame() {
        var likely = new String("main");
        assertSame(likely, value("\"main\"").text(likely));
        assertEquals("mein", value("\"mein\"").text(likely));
        assertEquals("é漢", value("\"é漢\"").text(likely));
    }

    @Test
    void tellsWhetherSomethingIsSaid() {
        assertTrue(value("\"x\"").isSaid());
        assertFalse(value("\"\"").isSaid());
        assertFalse(value("null").isSaid());
        assertThrows(Scan.Lost.class, () -> value("\"\\n\"").isSaid());
    }

    private static Scan value(String json) {
        var scan = of("{\"a\":" + json + "}");
        scan.member(NAMES);
        return scan;
    }

    /// For a text with escapes and a number that is not whole there is a parser.
    @Test
    void leavesTheUnusualToTheParser() {
        assertThrows(Scan.Lost.class, () -> value("\"a\\nb\"").text(null));
        assertThrows(Scan.Lost.class, () -> value("1.5").number(0));
        assertThrows(Scan.Lost.class, () -> value("1234567890123456789012").number(0));
        assertThrows(Scan.Lost.class, () -> value("1").enter());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no json",
                "[1]",
                "\"text\"",
                "{",
                "}",
                "{\"x\"}",
                "{\"x\":",
                "{\"x\":1",
                "{x:1}",
                "{\"x\":1 \"b\":2}",
                "{\"x\":\"never ends}",
                "{\"x\":[1}",
                "{\"x\":{\"y\":1}",
                "{\"x\\\":1}"
            })
    void givesUpOnWhatIsBroken(String line) {
        assertThrows(
                Scan.Lost.class,
                () -> {
                    var scan = of(line);
                    while (!scan.member(NAMES).equals(Scan.END)) {
                        scan.skip();
                    }
                });
    }

    /// Whatever stands around the members that are asked for.
    @Test
    void stepsOverAnything() {
        var random = new Random(11);
        for (var round = 0; round < 500; round++) {
            var object = Json.object();
            var expected = new ArrayList<Long>();
            for (var members = random.nextInt(8); members > 0; members--) {
                object.set("x" + members, anything(random, 3));
                if (random.nextBoolean()) {
                    expected.add((long) members);
                    object.putObject("wanted" + members).put("wanted", members);
                }
            }
            var names =
                    NameTable.of(
                            "wanted1", "wanted2", "wanted3", "wanted4", "wanted5", "wanted6",
                            "wanted7");
            var scan = of(Json.write(object));
            var found = new ArrayList<Long>();
            while (!scan.member(names).equals(Scan.END)) {
                scan.enter();
                scan.member(NAMES);
                found.add(scan.number(-1));
                assertEquals(Scan.END, scan.member(NAMES));
            }
            assertEquals(expected, found);
        }
    }

    private static JsonNode anything(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 3 : 5)) {
            case 0 -> Json.tree(text(random));
            case 1 -> Json.tree(random.nextInt() / 7.0);
            case 2 -> Json.tree(random.nextBoolean());
            case 3 -> {
                var array = Json.array();
                for (var size = random.nextInt(4); size > 0; size--) {
                    array.add(anything(random, depth - 1));
                }
                yield array;
            }
            default -> {
                var object = Json.object();
                for (var size = random.nextInt(4); size > 0; size--) {
                    object.set(text(random), anything(random, depth - 1));
                }
                yield object;
            }
        };
    }

    private static String text(Random random) {
        var letters =
                List.of(
                        "a",
                        "\"",
                        "\\",
                        "\n",
                        "{",
                        "}",
                        "[",
                        "]",
                        ":",
                        ",",
                        "é",
                        "漢",
                        "wanted",
                        "xxxxxxxx");
        var text = new StringBuilder();
        for (var length = random.nextInt(20); length > 0; length--) {
            text.append(letters.get(random.nextInt(letters.size())));
        }
        return text.toString();
    }
}
