package dev.parley.portable;

import tools.jackson.databind.JsonNode;

import java.util.Optional;

/// What a CLI calls the tools that every CLI has, and their arguments.
public interface ToolNames {
    /// A call as the CLI knows it.
    record Native(String name, JsonNode arguments) {}

    /// Empty for a tool that only this CLI has, or arguments that say more than others could.
    Optional<PlainCall> plain(String name, JsonNode arguments);

    Native named(PlainCall call);
}
