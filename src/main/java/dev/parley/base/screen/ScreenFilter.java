package dev.parley.base.screen;

/// Makes a text harmless for a terminal, piece by piece: a piece may end in the middle of a
/// sequence. Colours are dropped, everything else that a terminal would obey or hide is shown as
/// what it is. Not thread-safe.
public final class ScreenFilter {
    private static final char ESCAPE = '\u001b';
    private static final int LONGEST_COLOUR = 40;
    private static final int NARROWER = 0x200c;
    private static final int JOINER = 0x200d;
    private static final int AS_TEXT = 0xfe0e;
    private static final int AS_PICTURE = 0xfe0f;

    private final StringBuilder shown = new StringBuilder();
    private final StringBuilder sequence = new StringBuilder();
    private boolean isReturning;
    private int before = '\n';

    /// A whole text.
    public static String whole(String text) {
        var filter = new ScreenFilter();
        return filter.piece(text) + filter.end();
    }

    /// @return what can be shown of it by now
    String piece(CharSequence text) {
        text.codePoints().forEach(this::take);
        return taken();
    }

    /// What was held back, because it might have become something that is dropped.
    String end() {
        showHeld();
        return taken();
    }

    private String taken() {
        var text = shown.toString();
        shown.setLength(0);
        return text;
    }

    private void take(int c) {
        if (goesOn(c)) {
            return;
        }
        if (c == '\n') {
            isReturning = false; // a return before the end of a line belongs to it
        }
        showHeld();
        switch (c) {
            case ESCAPE -> sequence.append(ESCAPE);
            case '\r' -> isReturning = true;
            default -> show(c);
        }
    }

    /// Whether it belongs to the sequence that has begun. Only colours are known.
    private boolean goesOn(int c) {
        if (sequence.isEmpty()) {
            return false;
        }
        if (c == 'm' && sequence.length() > 1) {
            sequence.setLength(0);
            return true;
        }
        var fits =
                sequence.length() == 1
                        ? c == '['
                        : sequence.length() < LONGEST_COLOUR
                                && ((c >= '0' && c <= '9') || c == ';' || c == ':');
        if (fits) {
            sequence.appendCodePoint(c);
        }
        return fits;
    }

    private void showHeld() {
        if (isReturning) {
            isReturning = false;
            shown.append(Visible.picture('\r'));
            before = '\r';
        }
        if (!sequence.isEmpty()) {
            shown.append(Visible.picture(ESCAPE)).append(sequence, 1, sequence.length());
            sequence.setLength(0);
            before = '[';
        }
    }

    private void show(int c) {
        if (c == '\n' || c == '\t' || !Visible.isHidden(c) || isPartOfAnother(c)) {
            shown.appendCodePoint(c);
            before = c;
        } else if (c != AS_TEXT && c != AS_PICTURE) {
            shown.append(Visible.picture(c));
            before = c;
        }
    }

    /// Some scripts and many pictures are not written without what joins their characters.
    private boolean isPartOfAnother(int c) {
        var isPicture =
                Character.isExtendedPictographic(before)
                        || Character.isEmojiModifier(before)
                        || before == AS_PICTURE;
        return switch (c) {
            case AS_TEXT, AS_PICTURE -> Character.isExtendedPictographic(before);
            case JOINER -> isPicture || isJoiningScript(before);
            case NARROWER -> isJoiningScript(before);
            default -> false;
        };
    }

    /// Arabic and the scripts of India and its neighbours.
    private static boolean isJoiningScript(int c) {
        return c >= 0x0600 && c <= 0x17ff && (Character.isLetter(c) || isMark(c));
    }

    private static boolean isMark(int c) {
        var type = Character.getType(c);
        return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
    }
}
