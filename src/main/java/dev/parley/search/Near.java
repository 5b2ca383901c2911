package dev.parley.search;

/// A text, or the part of it around what is looked for.
///
/// @param place where in it the best piece begins
/// @param fit how many terms were found in the whole text
record Near(String text, int place, int fit) {
    /// There is no text any more.
    static final Near NOTHING = new Near("", 0, -1);
}
