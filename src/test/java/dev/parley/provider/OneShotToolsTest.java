package dev.parley.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.api.Capability;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.testing.Profiles;
import dev.parley.wire.OfferedTools;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

class OneShotToolsTest {
    private static final OfferedTools.Server SERVER =
            new OfferedTools.Server(
                    URI.create("http://127.0.0.1:4999/mcp"),
                    Map.of("Authorization", "Bearer s3cret"));

    private static OneShotTools.Filled filled(String provider) {
        return Objects.requireNonNull(Invocation.oneShot(Profiles.of(provider)).tools())
                .filledWith(SERVER, Path.of("/private/file"));
    }

    /// Everybody on a machine can read arguments.
    @ParameterizedTest
    @ValueSource(strings = {"claude", "codex", "opencode", "qwen"})
    void theSecretIsInAFileOrAVariableAndInNoArgument(String provider) {
        var told = filled(provider);
        var variables = new HashMap<String, String>();
        told.addTo(variables);
        var hidden = variables + told.content().map(bytes -> new String(bytes, UTF_8)).orElse("");

        assertThat(told.arguments()).noneMatch(argument -> argument.contains("s3cret"));
        assertThat(hidden).contains("s3cret").doesNotContain("{token}", "{url}");
        assertThat(hidden + told.arguments()).contains("http://127.0.0.1:4999/mcp");
        assertThat(Profiles.of(provider).can(Capability.PARLEY_TOOLS)).isTrue();
    }

    @Test
    void aProfileCannotPutTheSecretIntoAnArgument() {
        var tools =
                Json.read(
                        Json.parse(
                                        "{\"arguments\":[\"--token={token}\"],\"name\":\"x\",\"patienceSeconds\":5}")
                                .orElseThrow(),
                        OneShotTools.class);

        assertThat(tools.filledWith(SERVER, Path.of("/f")).arguments())
                .containsExactly("--token={token}");
    }

    @Test
    void whatTheUserHasInAVariableStays() {
        var variables = new HashMap<String, String>();
        variables.put(
                "OPENCODE_CONFIG_CONTENT",
                "{\"model\":\"a/b\",\"mcp\":{\"mine\":{\"type\":\"local\"}}}");
        variables.put("OPENCODE_PERMISSION", "{\"parley_*\":\"deny\",\"*_*\":\"ask\"}");

        filled("opencode").addTo(variables);

        var content = Json.parse(variables.get("OPENCODE_CONFIG_CONTENT")).orElseThrow();
        assertThat(content.path("model").asString()).isEqualTo("a/b");
        assertThat(content.path("mcp").propertyNames()).containsExactly("mine", "parley");
        // The last rule that fits counts.
        assertThat(variables.get("OPENCODE_PERMISSION"))
                .isEqualTo("{\"*_*\":\"ask\",\"parley_*\":\"allow\"}");
    }

    @Test
    void aVariableThatIsNoObjectIsNotWrittenOver() {
        var variables = new HashMap<>(Map.of("OPENCODE_CONFIG_CONTENT", "// mine"));

        assertThatThrownBy(() -> filled("opencode").addTo(variables))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("OPENCODE_CONFIG_CONTENT");
    }
}
