package dev.parley.base.screen;

import java.io.PrintStream;

/// Prints text from outside, piece by piece, among Parley's own lines. On a terminal it is
/// indented: what begins at the left is Parley's. Anywhere else it stays as it is.
public final class OutsideText {
    private final PrintStream out;
    private final String indent;
    private boolean isInsideLine;

    /// @param indent what stands before each line on a terminal
    public OutsideText(PrintStream out, String indent) {
        this.out = out;
        this.indent = out instanceof ScreenStream ? indent : "";
    }

    public void print(String piece) {
        if (indent.isEmpty()) {
            out.print(piece);
        } else {
            var set = new StringBuilder(piece.length() + indent.length());
            var begins = !isInsideLine;
            for (var at = 0; at < piece.length(); at++) {
                var c = piece.charAt(at);
                set.append(begins && c != '\n' ? indent : "").append(c);
                begins = c == '\n';
            }
            out.print(set);
        }
        isInsideLine = piece.isEmpty() ? isInsideLine : !piece.endsWith("\n");
    }

    /// Whether what was printed last has not come to the end of its line.
    public boolean isInsideLine() {
        return isInsideLine;
    }

    public void endLine() {
        if (isInsideLine) {
            out.println();
            isInsideLine = false;
        }
    }

    /// A message of several lines of which only the first may begin at the left, wherever it goes.
    public static String under(String message) {
        return message.strip().replaceAll("\\R", "\n  ");
    }
}
