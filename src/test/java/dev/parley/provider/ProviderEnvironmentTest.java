package dev.parley.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.StrictJson;
import dev.parley.testing.Profiles;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;

class ProviderEnvironmentTest {
    private static ProviderProfile profile(String environment) {
        return StrictJson.read(
                "{\"id\": \"mine\", \"environment\": " + environment + "}",
                "mine.json",
                ProviderProfile.class);
    }

    private static ProviderEnvironment with(
            Map<String, String> parent, Map<String, List<String>> alsoPass) {
        return new ProviderEnvironment(parent, alsoPass);
    }

    @Test
    void passesOnlyWhatIsOnTheLists() {
        assertEquals(
                Map.of("PATH", "/bin", "MY_KEY", "k", "MY_SET_A", "a"),
                with(
                                Map.of(
                                        "PATH",
                                        "/bin",
                                        "MY_KEY",
                                        "k",
                                        "MY_KEY_2",
                                        "no",
                                        "MY_SET_A",
                                        "a",
                                        "OTHER_KEY",
                                        "no",
                                        "CLAUDECODE",
                                        "1"),
                                Map.of())
                        .of(profile("{\"pass\": [\"MY_KEY\", \"MY_SET_*\"]}"), Optional.empty()));
    }

    @Test
    void whatIsUsualGivesWayToTheUsersOwn() {
        var profile =
                profile("{\"pass\": [\"MY_*\"], \"usual\": {\"MY_A\": \"1\", \"MY_B\": \"2\"}}");
        assertEquals(
                Map.of("MY_A", "9", "MY_B", "2"),
                with(Map.of("MY_A", "9"), Map.of()).of(profile, Optional.empty()));
    }

    @Test
    void passesWhatTheUserAddsForThisProviderOnly() {
        assertEquals(
                Map.of("A", "1", "B_X", "2"),
                with(
                                Map.of("A", "1", "B_X", "2", "C", "3"),
                                Map.of("mine", List.of("A", "B_*"), "other", List.of("C")))
                        .of(profile("{}"), Optional.empty()));
    }

    @Test
    void whatTheProfileSetsWins() {
        assertEquals(
                Map.of("A", "set", "DIR", "/x {home}"),
                with(Map.of("A", "from outside"), Map.of())
                        .of(
                                profile(
                                        """
                                        {"pass": ["A"], "set": {"A": "set", "DIR": "/x {home}"}}
                                        """),
                                Optional.empty()));
    }

    @Test
    void noProviderGetsTheKeysOfAnother() {
        var parent = Map.of("ANTHROPIC_API_KEY", "a", "GEMINI_API_KEY", "g", "PARLEY_HOME", "/p");
        var environments = with(parent, Map.of());
        assertEquals(
                Map.of("ANTHROPIC_API_KEY", "a"),
                environments.of(Profiles.of("claude"), Optional.empty()));
        assertEquals(Map.of(), environments.of(Profiles.of("codex"), Optional.empty()));
    }
}
