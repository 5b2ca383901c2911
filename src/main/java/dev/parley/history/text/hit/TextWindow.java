package dev.parley.history.text.hit;

/// A text, or the part of it around what is looked for.
///
/// @param place where in it the best piece begins
/// @param fit how many terms were found in the whole text
public record TextWindow(String text, int place, int fit) {
    /// There is no text any more.
    public static final TextWindow NOTHING = new TextWindow("", 0, -1);
}
