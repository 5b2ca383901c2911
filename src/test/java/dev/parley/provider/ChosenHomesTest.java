package dev.parley.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.problem.Problem;
import dev.parley.provider.builtin.BuiltIn;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

class ChosenHomesTest {
    @TempDir Path user;

    private ChosenHomes homes() {
        return new ChosenHomes(Map.of("HOME", user.toString()));
    }

    private Providers chosen(String id, String home) {
        return BuiltIn.with(user.resolve("no-profiles"))
                .keptIn(homes().paths(Map.of(id, Optional.of(home))));
    }

    private Map<String, String> told(Providers providers, String id, Map<String, String> parent) {
        return new ProviderEnvironment(parent, Map.of()).of(providers.named(id), Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "claude, ~/c, CLAUDE_CONFIG_DIR, c",
        "codex, ~/x, CODEX_HOME, x",
        "gemini, ~/g/.gemini, GEMINI_CLI_HOME, g",
        "opencode, ~/o/opencode, XDG_DATA_HOME, o",
        "kimi, ~/k, KIMI_CODE_HOME, k",
        "qwen, ~/q, QWEN_HOME, q",
    })
    void theCliIsToldByTheVariableThatItKnowsAndItsSessionsAreReadThere(
            String id, String home, String variable, String value) {
        var providers = chosen(id, home);
        assertEquals(user.resolve(value).toString(), told(providers, id, Map.of()).get(variable));
        var there = user.resolve(home.substring(2));
        assertEquals(there, providers.named(id).home().in(Map.of("HOME", user.toString())));
        assertThat(providers.storedPlaces(Map.of("HOME", user.toString())))
                .anySatisfy(place -> {
                    assertEquals(id, place.provider());
                    assertEquals(there, place.home());
                });
    }

    @Test
    void aVariableOfTheUsersGoesBeforeIt() {
        var parent = Map.of("HOME", user.toString(), "CLAUDE_CONFIG_DIR", "/mine");
        var providers = chosen("claude", "~/c");
        assertEquals("/mine", told(providers, "claude", parent).get("CLAUDE_CONFIG_DIR"));
        assertEquals(Path.of("/mine"), providers.named("claude").home().in(parent));
    }

    @Test
    void othersStayWhereTheyAre() {
        var parent = Map.of("HOME", user.toString());
        assertThat(told(chosen("claude", "~/c"), "codex", parent)).doesNotContainKey("CODEX_HOME");
    }

    @ParameterizedTest
    @CsvSource({
        "claude, here, is no whole path",
        "claude, ~/gone, There is no directory",
        "gemini, ~/there, calls that directory",
    })
    void whatCannotBeAHomeIsRefused(String id, String home, String said) throws IOException {
        Files.createDirectories(user.resolve("there"));
        var profile = BuiltIn.with(user.resolve("no-profiles")).named(id);
        assertThatThrownBy(() -> homes().check(profile, home))
                .isInstanceOf(Problem.class)
                .hasMessageContaining(said);
        homes().check(BuiltIn.with(user).named("claude"), "~/there");
    }
}
