package dev.parley.workspace.terminal;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// Bytes to text as they come: a character cut in two by a read waits for its other half, what is
/// no UTF-8 becomes a replacement character.
final class Utf8Stream {
    private static final int LONGEST_REST = 3;

    private final CharsetDecoder decoder =
            StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private ByteBuffer rest = ByteBuffer.allocate(LONGEST_REST).flip();

    String decode(byte[] bytes, int count) {
        var in =
                ByteBuffer.allocate(rest.remaining() + count).put(rest).put(bytes, 0, count).flip();
        var out = CharBuffer.allocate(in.remaining());
        decoder.decode(in, out, false);
        rest = ByteBuffer.allocate(in.remaining()).put(in).flip();
        return out.flip().toString();
    }

    /// The half of a character that was never finished.
    String end() {
        return rest.hasRemaining() ? "\ufffd" : "";
    }
}
