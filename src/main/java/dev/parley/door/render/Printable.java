package dev.parley.door.render;

import dev.parley.base.screen.ScreenFilter;
import dev.parley.event.Secrets;

/// Makes what agents and tools wrote fit for a list or a document.
public final class Printable {
    private Printable() {}

    /// For a document, which is not seen through a [dev.parley.base.screen.ScreenStream]: nothing
    /// in it is obeyed or hidden instead of shown.
    public static String text(String text) {
        return ScreenFilter.whole(text);
    }

    /// One line of a list, with secrets hidden. All else stays as it is: a terminal's stream makes
    /// it harmless, and a pipe gets it raw.
    public static String line(String text) {
        return Secrets.mask(text).replaceAll("(?:\\r?\\n|[ \\t])+", " ").strip();
    }
}
