package dev.parley.door.render;

import dev.parley.base.screen.ScreenFilter;
import dev.parley.event.Secrets;

/// Makes what agents and tools wrote fit for a list or a document, which nobody sees through a
/// [ScreenStream].
public final class Printable {
    private Printable() {}

    /// With nothing in it that is obeyed or hidden instead of shown.
    public static String text(String text) {
        return ScreenFilter.whole(text);
    }

    /// The same in one line, with secrets hidden.
    public static String line(String text) {
        return text(Secrets.mask(text)).replaceAll("\\s+", " ").strip();
    }
}
