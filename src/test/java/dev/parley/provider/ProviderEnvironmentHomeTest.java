package dev.parley.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.base.problem.Problem;
import dev.parley.provider.builtin.BuiltIn;
import dev.parley.testing.Profiles;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class ProviderEnvironmentHomeTest {
    private static final Map<String, String> USER =
            Map.of(
                    "HOME", "/home/ann",
                    "XDG_CONFIG_HOME", "/home/ann/.config",
                    "XDG_DATA_HOME", "/home/ann/.local/share",
                    "CODEX_HOME", "/home/ann/codex",
                    "CLAUDE_CONFIG_DIR", "/home/ann/claude");

    @TempDir Path temp;

    @Test
    void leavesTheUsersHomeAloneUnlessAsked() {
        assertThat(environment("codex", Optional.empty()))
                .containsEntry("HOME", "/home/ann")
                .containsEntry("CODEX_HOME", "/home/ann/codex")
                .containsEntry("XDG_CONFIG_HOME", "/home/ann/.config");
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude", "codex", "gemini", "opencode", "kimi", "qwen"})
    void namesNoDirectoryOfTheUserInAnIsolatedHome(String provider) {
        var home = temp.resolve("elsewhere");
        var environment = environment(provider, Optional.of(home));
        assertThat(environment.values()).noneMatch(value -> value.contains("/home/ann"));
        assertThat(environment).containsEntry("HOME", home.toString());
    }

    @Test
    void makesTheDirectoriesACliDoesNotMakeItself() {
        var home = temp.resolve("new/home");
        var environment = environment("codex", Optional.of(home));
        assertThat(environment).containsEntry("CODEX_HOME", home.resolve(".codex").toString());
        assertThat(home.resolve(".codex")).isDirectory();
    }

    @Test
    void saysThatAProviderCannotBeMoved() throws Exception {
        var file = temp.resolve("plain.json");
        Files.writeString(
                file,
                """
                { "id": "plain", "name": "Plain", "command": { "name": "plain" }, "home": { "path": "~/.plain" },
                  "install": "write it" }
                """);
        var plain = BuiltIn.with(temp).named("plain");
        assertThatThrownBy(() -> environments().of(plain, Optional.of(temp)))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("Plain cannot keep its state in another directory");
    }

    @Test
    void saysThatTheDirectoryCannotBeMade() throws Exception {
        var file = Files.writeString(temp.resolve("file"), "");
        assertThatThrownBy(() -> environment("codex", Optional.of(file.resolve("home"))))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("Cannot make the directory");
    }

    private Map<String, String> environment(String provider, Optional<Path> home) {
        return environments().of(Profiles.of(provider), home);
    }

    private ProviderEnvironment environments() {
        return new ProviderEnvironment(USER, Map.<String, List<String>>of());
    }
}
