package dev.parley.work.project;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Tells text from everything else.
final class PlainText {
    private PlainText() {}

    /// The text that these bytes are, or nothing: what is no UTF-8 or has a NUL in it is binary.
    static Optional<String> of(byte[] bytes) {
        for (var one : bytes) {
            if (one == 0) {
                return Optional.empty();
            }
        }
        try {
            return Optional.of(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }
}
