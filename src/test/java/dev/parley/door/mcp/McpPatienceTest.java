package dev.parley.door.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.tool.CallingClient;
import dev.parley.tool.ClientRequest;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.util.Map;

class McpPatienceTest {
    /// A client of some name.
    private record Named(String name) implements CallingClient {
        @Override
        public boolean can(String capability) {
            return false;
        }

        @Override
        public Map<String, JsonNode> askAll(Map<String, ClientRequest> requests) {
            return Map.of();
        }

        @Override
        public void progress(double done, @Nullable Double total, String message) {}

        @Override
        public void log(String level, JsonNode data) {}
    }

    private static long seconds(Map<String, Integer> set, String name) {
        return new McpPatience(set).of(new Named(name)).toSeconds();
    }

    @ParameterizedTest
    @CsvSource({"claude-code, 110", "codex-mcp-client, 240", "Zed, 45", "'', 45"})
    void someClientsAreKnownByTheirNames(String name, long seconds) {
        assertThat(seconds(Map.of(), name)).isEqualTo(seconds);
    }

    @Test
    void theLongestPartOfANameCounts() {
        var set = Map.of("claude-ai", 55, "*", 30);

        assertThat(seconds(set, "claude-ai")).isEqualTo(55);
        assertThat(seconds(set, "claude-code")).isEqualTo(110);
        assertThat(seconds(set, "zed")).isEqualTo(30);
    }
}
