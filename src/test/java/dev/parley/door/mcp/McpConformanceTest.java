package dev.parley.door.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.testing.McpSuites;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;

/// The official conformance suite of MCP against `/mcp`: everything that each revision requires,
/// and what the suite runs without counting it, such as tasks.
class McpConformanceTest {
    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"2026-07-28", "2025-11-25"})
    void conformsTo(String revision) throws Exception {
        try (var server = new FixtureServer(directory)) {
            var outcome =
                    McpSuites.conformance(
                            directory.resolve("suite"),
                            "server",
                            "--url",
                            server.url(),
                            "--requirements",
                            revision);

            assertThat(outcome.code()).as(outcome.said() + outcome.told()).isZero();
            assertThat(outcome.said()).contains(", 0 failed").contains(" 0 failing");
            assertThat(outcome.said()).doesNotContain("✗").doesNotContainPattern("Total: 0 passed");
        }
    }
}
