package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.provider.LiveTools;
import dev.parley.testing.Profiles;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;

/// What CLIs get beside the server.
class ToolDeliveryTest {
    @TempDir Path directory;

    private static LiveTools tools(String provider) {
        return Profiles.of(provider).findLive().orElseThrow().toolServer().orElseThrow();
    }

    @Test
    void geminiIsTaughtByAPrivateFileThatPermitsOnlyOurServer() throws Exception {
        var delivery = new ToolDelivery(new StubToolHost(), directory.resolve("tools"));

        var arguments = delivery.arguments(tools("gemini"));

        var file = directory.resolve("tools/gemini-policy.toml");
        assertThat(arguments).containsExactly("--policy=" + file);
        assertThat(Files.readAllLines(file))
                .containsOnlyOnce("[[rule]]", "mcpName = \"parley\"", "decision = \"allow\"");
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        Files.writeString(file, "[[rule]]\ndecision = \"allow\"\n");
        delivery.arguments(tools("gemini"));
        assertThat(Files.readString(file)).contains("parley");
    }

    @Test
    void openCodesRulesStayAndOursComesLast() {
        var environment =
                new HashMap<>(
                        Map.of("OPENCODE_PERMISSION", "{\"edit\":\"deny\",\"*_*\":\"deny\"}"));

        ToolDelivery.addTo(environment, tools("opencode"));

        assertEquals(
                Map.of(
                        "OPENCODE_PERMISSION",
                        "{\"edit\":\"deny\",\"*_*\":\"deny\",\"parley_*\":\"allow\"}"),
                environment);
    }

    @Test
    void whatIsNoJsonStays() {
        var environment = new HashMap<>(Map.of("OPENCODE_PERMISSION", "mine"));

        ToolDelivery.addTo(environment, tools("opencode"));

        assertEquals(Map.of("OPENCODE_PERMISSION", "mine"), environment);
    }
}
