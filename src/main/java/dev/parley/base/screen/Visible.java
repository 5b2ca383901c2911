package dev.parley.base.screen;

/// Knows which characters a terminal obeys or hides instead of showing them, and what to show in
/// their place: `␛` for an escape, `<U+202E>` for what turns the direction of writing.
public final class Visible {
    private static final int CONTROL_PICTURES = 0x2400;
    private static final int DELETE = 0x7f;
    private static final int DELETE_PICTURE = 0x2421;
    private static final int REPLACEMENT = 0xfffd;

    private Visible() {}

    /// A text with nothing hidden in it, for a person to agree to. Lines stay lines.
    public static String exactly(String text) {
        var shown = new StringBuilder(text.length());
        text.replace("\r\n", "\n")
                .codePoints()
                .forEach(c -> {
                    if (c != '\n' && c != '\t' && isHidden(c)) {
                        shown.append(picture(c));
                    } else {
                        shown.appendCodePoint(c);
                    }
                });
        return shown.toString();
    }

    /// The same in one line.
    public static String oneLine(String text) {
        return exactly(text).strip().replaceAll("\\h*\\R\\h*", " ⏎ ").replace('\t', ' ');
    }

    /// Whether a terminal would do something else than show it. Ends of lines and tabs are among
    /// these; callers let them through themselves.
    static boolean isHidden(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE ->
                    true;
            case Character.FORMAT -> !isSignOfArabicNumbers(c);
            default -> isIgnorable(c);
        };
    }

    /// Characters that are no format characters by their kind, but have no picture either: fillers,
    /// selectors of variants, tags, and numbers reserved for more of them.
    private static boolean isIgnorable(int c) {
        return c == 0x034f
                || c == 0x115f
                || c == 0x1160
                || c == 0x17b4
                || c == 0x17b5
                || (c >= 0x180b && c <= 0x180f)
                || c == 0x2065
                || c == 0x2800
                || c == 0x3164
                || (c >= 0xfe00 && c <= 0xfe0f)
                || c == 0xffa0
                || (c >= 0xfff0 && c <= 0xfff8)
                || (c & 0xfffe) == 0xfffe
                || (c >= 0xe0000 && c <= 0xe0fff);
    }

    /// Format characters by their kind, but they are seen.
    private static boolean isSignOfArabicNumbers(int c) {
        return (c >= 0x0600 && c <= 0x0605)
                || c == 0x06dd
                || c == 0x070f
                || c == 0x0890
                || c == 0x0891
                || c == 0x08e2
                || c == 0x110bd
                || c == 0x110cd;
    }

    static String picture(int c) {
        if (c < ' ') {
            return Character.toString(CONTROL_PICTURES + c);
        }
        if (c == DELETE) {
            return Character.toString(DELETE_PICTURE);
        }
        return Character.getType(c) == Character.SURROGATE
                ? Character.toString(REPLACEMENT)
                : "<U+%04X>".formatted(c);
    }
}
