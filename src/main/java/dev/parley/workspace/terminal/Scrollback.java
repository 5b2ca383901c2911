package dev.parley.workspace.terminal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The end of what a terminal showed, to be shown again to who comes later. It is kept in blocks
/// that begin between two characters and outside of every escape sequence; the oldest go first. The
/// modes that were switched in a block that is gone (another screen, a hidden cursor) are
/// remembered.
final class Scrollback {
    private static final int BLOCK = 4096;
    private static final Pattern MODES = Pattern.compile("\u001b\\[\\?([0-9;]{1,40})([hl])");

    /// Where in a sequence the end of the text is.
    private enum State {
        TEXT,
        ESCAPE,
        CONTROL,
        STRING,
        STRING_ESCAPE
    }

    private final int limit;
    private final Deque<StringBuilder> blocks = new ArrayDeque<>();
    private final Map<Integer, Character> modes = new TreeMap<>();
    private State state = State.TEXT;
    private long end;
    private int kept;

    /// @param limit how many characters to keep
    Scrollback(int limit) {
        this.limit = limit;
        blocks.add(new StringBuilder());
    }

    /// How many characters there were in all.
    long end() {
        return end;
    }

    void append(String text) {
        var block = blocks.getLast();
        var from = 0;
        for (var at = 0; at < text.length(); at++) {
            if (state == State.TEXT
                    && block.length() + at - from >= BLOCK
                    && !Character.isLowSurrogate(text.charAt(at))) {
                block.append(text, from, at);
                from = at;
                block = new StringBuilder();
                blocks.add(block);
            }
            state = next(state, text.charAt(at));
        }
        block.append(text, from, text.length());
        end += text.length();
        kept += text.length();
        while (kept > limit) {
            drop();
        }
    }

    private void drop() {
        var oldest = blocks.removeFirst();
        kept -= oldest.length();
        var switches = MODES.matcher(oldest);
        while (switches.find()) {
            for (var mode : switches.group(1).split(";", -1)) {
                if (!mode.isEmpty() && mode.length() < 6) {
                    modes.put(Integer.valueOf(mode), switches.group(2).charAt(0));
                }
            }
        }
        if (blocks.isEmpty()) {
            blocks.add(new StringBuilder()); // one sequence longer than all we keep
        }
    }

    private static State next(State state, char c) {
        return switch (state) {
            case TEXT -> c == 0x1b ? State.ESCAPE : State.TEXT;
            case ESCAPE ->
                    switch (c) {
                        case '[' -> State.CONTROL;
                        case ']', 'P', '_', '^', 'X' -> State.STRING;
                        case 0x1b -> State.ESCAPE;
                        // ( ) * + - . / # % and space have one more letter to come.
                        default -> c >= 0x20 && c <= 0x2f ? State.ESCAPE : State.TEXT;
                    };
            case CONTROL -> c == 0x1b ? State.ESCAPE : c >= 0x40 ? State.TEXT : State.CONTROL;
            case STRING ->
                    switch (c) {
                        case 0x07, 0x18, 0x1a -> State.TEXT;
                        case 0x1b -> State.STRING_ESCAPE;
                        default -> State.STRING;
                    };
            case STRING_ESCAPE -> c == '\\' ? State.TEXT : next(State.ESCAPE, c);
        };
    }

    /// What came after a place; empty if that place is not kept any more, or never was.
    ///
    /// @param position an [#end] of earlier
    Optional<String> after(long position) {
        if (position > end || position < end - kept) {
            return Optional.empty();
        }
        var all = text();
        return Optional.of(all.substring(all.length() - (int) (end - position)));
    }

    /// Everything that is kept, as it is to be written to a fresh screen.
    String all() {
        var start = new StringBuilder();
        modes.forEach((mode, on) -> start.append("\u001b[?").append(mode).append(on.charValue()));
        return start.append(text()).toString();
    }

    private String text() {
        var text = new StringBuilder(kept);
        blocks.forEach(text::append);
        return text.toString();
    }
}
