package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.tool.ToolRegistry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.Map;

/// The schemas of the board's tools are not looked at while Parley starts, so they are here.
class BuiltInToolsTest {
    @TempDir Path directory;

    @Test
    void haveSchemas() {
        var environment = Map.of("HOME", directory.toString(), "PATH", "/usr/bin:/bin");
        var checking = new ToolRegistry();
        try (var app = new App(environment)) {
            app.builtInTools().tools().forEach(checking::register);
        }
        assertThat(checking.tools()).hasSizeGreaterThan(5);
    }
}
