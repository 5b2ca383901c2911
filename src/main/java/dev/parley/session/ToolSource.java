package dev.parley.session;

import dev.parley.tool.McpServer;
import dev.parley.tool.ToolRegistry;
import dev.parley.wire.OfferedTools;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The tools that live sessions are offered.
///
/// @param choice the names of those that a session in a directory gets
public record ToolSource(ToolRegistry registry, Function<Path, Set<String>> choice) {
    public static ToolSource none() {
        return new ToolSource(new ToolRegistry(), _ -> Set.of());
    }

    OfferedTools offeredIn(Path directory) {
        var definitions = registry.definitions(choice.apply(directory));
        return definitions.isEmpty()
                ? OfferedTools.NONE
                : new OfferedTools(McpServer.NAME, definitions, Optional.empty());
    }
}
