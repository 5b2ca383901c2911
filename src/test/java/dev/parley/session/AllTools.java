package dev.parley.session;

import dev.parley.base.problem.Problem;
import dev.parley.tool.ToolCatalog;
import dev.parley.tool.ToolRegistry;
import dev.parley.wire.ToolDefinition;

import java.nio.file.Path;
import java.util.List;

/// The same tools for everybody, all of them unless some are named.
record AllTools(ToolRegistry registry) implements ToolCatalog {
    @Override
    public ToolRegistry in(Path directory) {
        return registry;
    }

    @Override
    public List<String> usual(Path directory) {
        return registry.definitions().stream().map(ToolDefinition::name).toList();
    }

    @Override
    public List<String> chosen(Path directory, List<String> words) {
        words.forEach(word -> {
            if (!registry.has(word)) {
                throw Problem.invalid("There is no tool \"" + word + "\".", "Name another.");
            }
        });
        return words;
    }
}
