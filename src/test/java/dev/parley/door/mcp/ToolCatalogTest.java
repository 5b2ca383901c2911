package dev.parley.door.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.event.ToolResult;
import dev.parley.tool.ToolRegistry;

import org.junit.jupiter.api.Test;

class ToolCatalogTest {
    /// Nobody looks at them while Parley starts.
    @Test
    void everyToolHasASchema() {
        var catalog = new ToolCatalog();
        var checking = new ToolRegistry();
        catalog.names()
                .forEach(name ->
                        checking.register(catalog.tool(name, _ -> ToolResult.text("never"))));
        assertThat(checking.tools()).hasSizeGreaterThan(10);
    }
}
