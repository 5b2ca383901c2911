package dev.parley.history;

/// Makes what agents and tools wrote harmless for a terminal, which would obey what is in it.
public final class Printable {
    private Printable() {}

    /// Without control characters, except the ends of lines and tabs.
    public static String text(String text) {
        var clean = new StringBuilder(text.length());
        text.codePoints()
                .filter(c -> c == '\n' || c == '\t' || !isControl(c))
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }

    /// The same in one line, with secrets hidden.
    public static String line(String text) {
        return text(Secrets.mask(text)).replaceAll("\\s+", " ").strip();
    }

    private static boolean isControl(int c) {
        // The last ones turn the direction of writing: what is shown would not be what is there.
        return Character.isISOControl(c)
                || (c >= 0x202a && c <= 0x202e)
                || (c >= 0x2066 && c <= 0x2069);
    }
}
