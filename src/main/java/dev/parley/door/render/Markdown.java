package dev.parley.door.render;

import org.commonmark.node.Node;
import org.commonmark.parser.Parser;

import java.util.Optional;

/// Reads Markdown that somebody else wrote. What is nested without end is none: it would cost the
/// stack of whoever walks through it.
final class Markdown {
    private static final int DEEPEST = 60;

    /// In one paragraph. No person writes so many.
    private static final int MOST_MARKS = 2000;

    private static final Parser PARSER = Parser.builder().maxOpenBlockParsers(DEEPEST).build();

    private Markdown() {}

    /// Nothing where it is better shown as it is.
    static Optional<Node> read(String text) {
        if (hasTooManyMarks(text)) {
            return Optional.empty();
        }
        var document = PARSER.parse(text);
        return isShallow(document) ? Optional.of(document) : Optional.empty();
    }

    /// The parser calls itself for each pair of marks inside of another pair, all in one paragraph.
    private static boolean hasTooManyMarks(String text) {
        var marks = 0;
        for (var at = 0; at < text.length() && marks <= MOST_MARKS; at++) {
            switch (text.charAt(at)) {
                case '*', '_', '[', '!' -> marks++;
                case '\n' -> {
                    if (at > 0 && text.charAt(at - 1) == '\n') {
                        marks = 0;
                    }
                }
                default -> {}
            }
        }
        return marks > MOST_MARKS;
    }

    /// Without recursion, for that is what it guards against.
    private static boolean isShallow(Node document) {
        var depth = 0;
        var node = document;
        while (true) {
            if (node.getFirstChild() != null) {
                node = node.getFirstChild();
                depth++;
                if (depth > 2 * DEEPEST) {
                    return false;
                }
                continue;
            }
            while (node.getNext() == null) {
                node = node.getParent();
                depth--;
                if (node == null || depth <= 0) {
                    return true;
                }
            }
            node = node.getNext();
        }
    }
}
