package dev.parley.work;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;

import java.nio.charset.StandardCharsets;

/// Counts tokens, by the encoding of OpenAI's newer models: other vendors' counts are a little
/// different and not public. Thread-safe.
public final class TokenCounter {
    /// A piece that is encoded at once: the time for text without any gaps grows faster than its
    /// length.
    private static final int PIECE = 20_000;

    private TokenCounter() {}

    /// Read when something is first counted: it takes half a second.
    private static final class Loaded {
        private static final Encoding ENCODING =
                Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
    }

    public static long count(String text) {
        long count = 0;
        for (var from = 0; from < text.length(); ) {
            var to = end(text, from);
            count += Loaded.ENCODING.countTokensOrdinary(text.substring(from, to));
            from = to;
        }
        return count;
    }

    /// Whether a text has no more tokens than this. Does not count what is short or long anyway.
    public static boolean isWithin(String text, long tokens) {
        if (text.length() > tokens * 50) {
            return false; // hardly any token is as long
        }
        return text.getBytes(StandardCharsets.UTF_8).length <= tokens || count(text) <= tokens;
    }

    /// At a line's end where there is one, and never within a character.
    private static int end(String text, int from) {
        var to = Math.min(text.length(), from + PIECE);
        if (to == text.length()) {
            return to;
        }
        var line = text.lastIndexOf('\n', to);
        if (line > from) {
            return line;
        }
        return Character.isHighSurrogate(text.charAt(to - 1)) ? to - 1 : to;
    }
}
