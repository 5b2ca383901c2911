package dev.parley.workspace.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;

class Utf8StreamTest {
    private final Utf8Stream stream = new Utf8Stream();

    @Test
    void putsCharactersTogetherThatCameInPieces() {
        var text = "zwölf € 😀 ende";
        var out = new StringBuilder();
        for (var b : text.getBytes(UTF_8)) {
            out.append(stream.decode(new byte[] {b, 'X'}, 1));
        }
        assertEquals(text, out + stream.end());
    }

    @Test
    void replacesWhatIsNoText() {
        assertEquals("a\ufffdb", stream.decode(new byte[] {'a', (byte) 0xff, 'b'}, 3));
        assertEquals("", stream.decode(new byte[] {(byte) 0xe2, (byte) 0x82}, 2));
        assertEquals("\ufffd", stream.end());
    }
}
