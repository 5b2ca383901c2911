package dev.parley.work.move;

import dev.parley.portable.Heading;
import dev.parley.portable.Piece;
import dev.parley.portable.ToolNames;

import java.util.List;
import java.util.function.Consumer;

/// A conversation that can be read as often as needed, from its beginning.
///
/// @param name the CLI it comes from, for people
/// @param tools what that CLI calls its tools
/// @param subagents the names of conversations that it started, and that stay where they are
record Conversation(
        Heading heading, String name, ToolNames tools, List<String> subagents, Source source) {
    Conversation {
        subagents = List.copyOf(subagents);
    }

    interface Source {
        void read(Consumer<Piece> each) throws InterruptedException;
    }
}
