package dev.parley.base.screen;

import java.util.ArrayList;
import java.util.List;

/// Breaks a text between words, so that no line of it is wider than a terminal.
public final class WordWrap {
    private WordWrap() {}

    /// The lines of one paragraph. A word that is wider than a line is cut.
    public static List<String> lines(String paragraph, int columns) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        var width = 0;
        for (var word : paragraph.strip().split("\\s+", -1)) {
            for (var piece : pieces(word, Math.max(1, columns))) {
                var more = ColumnWidth.of(piece);
                if (width > 0 && width + 1 + more > columns) {
                    lines.add(line.toString());
                    line.setLength(0);
                    width = 0;
                }
                if (width > 0) {
                    line.append(' ');
                    width++;
                }
                line.append(piece);
                width += more;
            }
        }
        lines.add(line.toString());
        return lines;
    }

    private static List<String> pieces(String word, int columns) {
        if (ColumnWidth.of(word) <= columns) {
            return List.of(word);
        }
        var pieces = new ArrayList<String>();
        var rest = word;
        while (ColumnWidth.of(rest) > columns) {
            // At least one character, however narrow the terminal is.
            var end =
                    Math.max(
                            Character.charCount(rest.codePointAt(0)),
                            ColumnWidth.fitting(rest, columns));
            pieces.add(rest.substring(0, end));
            rest = rest.substring(end);
        }
        if (!rest.isEmpty()) {
            pieces.add(rest);
        }
        return pieces;
    }
}
