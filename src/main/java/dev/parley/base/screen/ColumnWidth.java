package dev.parley.base.screen;

/// How many columns of a terminal a text takes: two for most East Asian characters and pictures,
/// none for what sits on the character before it.
public final class ColumnWidth {
    private static final String CUT = "…";

    private ColumnWidth() {}

    public static int of(String text) {
        return text.codePoints().map(ColumnWidth::of).sum();
    }

    private static int of(int character) {
        return switch (Character.getType(character)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default -> isWide(character) ? 2 : 1;
        };
    }

    private static boolean isWide(int character) {
        if (character < 0x1100) {
            return false;
        }
        return Character.isEmojiPresentation(character)
                || isIn(character, 0x1100, 0x115F) // Hangul
                || isIn(character, 0x2E80, 0x303E) // radicals, punctuation
                || isIn(character, 0x3041, 0xA4CF) // kana, ideographs, Yi
                || isIn(character, 0xAC00, 0xD7A3) // Hangul
                || isIn(character, 0xF900, 0xFAFF) // ideographs
                || isIn(character, 0xFE30, 0xFE6F) // vertical and small forms
                || isIn(character, 0xFF01, 0xFF60) // wide forms of Latin
                || isIn(character, 0xFFE0, 0xFFE6)
                || isIn(character, 0x20000, 0x3FFFD); // ideographs
    }

    private static boolean isIn(int character, int first, int last) {
        return first <= character && character <= last;
    }

    /// The beginning of a text, with a sign that something is missing, unless all of it fits.
    public static String cut(String text, int columns) {
        if (of(text) <= columns) {
            return text;
        }
        return text.substring(0, fitting(text, columns - 1)) + CUT;
    }

    /// The end of a text, with a sign that something is missing, unless all of it fits.
    public static String cutFront(String text, int columns) {
        if (of(text) <= columns) {
            return text;
        }
        var from = 0;
        while (from < text.length() && of(text.substring(from)) > columns - 1) {
            from += Character.charCount(text.codePointAt(from));
        }
        return CUT + text.substring(from);
    }

    /// How many characters of a text fit.
    static int fitting(String text, int columns) {
        var width = 0;
        var end = 0;
        while (end < text.length()) {
            var character = text.codePointAt(end);
            width += of(character);
            if (width > columns) {
                break;
            }
            end += Character.charCount(character);
        }
        return end;
    }
}
