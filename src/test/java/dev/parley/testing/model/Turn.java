package dev.parley.testing.model;

import tools.jackson.databind.JsonNode;

import java.util.List;

/// An answer ready for the wire: tools already have the names and arguments of the calling CLI.
///
/// @param number unique in the server, so that ids never repeat in a conversation
record Turn(int number, String model, List<Block> blocks, Reply.Tokens tokens) {

    sealed interface Block {
        record Thinking(String text) implements Block {}

        record Text(String text) implements Block {}

        /// A call with JSON arguments.
        record Call(String id, String name, JsonNode input) implements Block {}

        /// A call whose input is plain text.
        record FreeCall(String id, String name, String input) implements Block {}
    }

    Turn {
        blocks = List.copyOf(blocks);
    }

    boolean callsTools() {
        return blocks.stream()
                .anyMatch(block -> block instanceof Block.Call || block instanceof Block.FreeCall);
    }
}
