package dev.parley.sessionfile.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.base.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextDecoderTest {
    private final TextDecoder decoder = new TextDecoder();

    private String decode(String json) {
        var bytes = ("##" + json + "##").getBytes(UTF_8);
        return decoder.decode(bytes, 2, bytes.length - 2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "Größe 日本 😀",
                "a\\nb\\tc\\rd\\be\\ff\\\"g\\\\h\\/i",
                "\\u0041\\u00e4\\u65e5\\ud83d\\ude00 Größe",
                "\\n",
                "ends with \\\\"
            })
    void decodesLikeAParser(String json) {
        assertEquals(Json.parse("\"" + json + "\"").orElseThrow().asString(), decode(json));
    }

    @Test
    void decodesOneTextAfterTheOther() {
        assertEquals("long\n".repeat(10_000), decode("long\\n".repeat(10_000)));
        assertEquals("a\nb", decode("a\\nb"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\",
                "\\x",
                "\\u12",
                "\\u12g4",
                "\\ud83d",
                "\\ud83d\\u0041",
                "\\ude00\\ud83d",
                "\\ud83dxxxx00"
            })
    void leavesWhatIsBrokenToAParser(String json) {
        assertThrows(Scan.Lost.class, () -> decode(json));
    }
}
