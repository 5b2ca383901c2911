package dev.parley.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.json.StrictJson;
import dev.parley.testing.Profiles;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;

class ProviderEnvironmentTest {
    @TempDir Path directory;

    private static ProviderProfile profile(String environment) {
        return StrictJson.read(
                "{\"id\": \"mine\", \"environment\": " + environment + "}",
                "mine.json",
                ProviderProfile.class);
    }

    private ProviderEnvironment with(
            Map<String, String> parent, Map<String, List<String>> alsoPass) {
        return new ProviderEnvironment(parent, alsoPass, directory);
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
                        .of(profile("{\"pass\": [\"MY_KEY\", \"MY_SET_*\"]}")));
    }

    @Test
    void passesWhatTheUserAddsForThisProviderOnly() {
        assertEquals(
                Map.of("A", "1", "B_X", "2"),
                with(
                                Map.of("A", "1", "B_X", "2", "C", "3"),
                                Map.of("mine", List.of("A", "B_*"), "other", List.of("C")))
                        .of(profile("{}")));
    }

    @Test
    void whatTheProfileSetsWins() {
        assertEquals(
                Map.of("A", "set", "DIR", directory.resolve("mine") + "/x {home}"),
                with(Map.of("A", "from outside"), Map.of())
                        .of(
                                profile(
                                        """
                                        {"pass": ["A"], "set": {"A": "set", "DIR": "{files}/x {home}"}}
                                        """)));
    }

    @Test
    void noProviderGetsTheKeysOfAnother() {
        var parent = Map.of("ANTHROPIC_API_KEY", "a", "GEMINI_API_KEY", "g", "PARLEY_HOME", "/p");
        var environments = with(parent, Map.of());
        assertEquals(Map.of("ANTHROPIC_API_KEY", "a"), environments.of(Profiles.of("claude")));
        assertEquals(Map.of(), environments.of(Profiles.of("codex")));
    }

    @Test
    void writesItsFilesOnceAndAgainWhenTheyAreNotAsTheyShouldBe() throws IOException {
        var profile = profile("{\"files\": {\"settings.json\": {\"a\": [1, null]}}}");
        var environments = with(Map.of(), Map.of());
        environments.of(profile);
        var file = directory.resolve("mine/settings.json");
        assertEquals("{\"a\":[1,null]}", Files.readString(file).replaceAll("\\s", ""));

        var longAgo = FileTime.fromMillis(0);
        Files.setLastModifiedTime(file, longAgo);
        environments.of(profile);
        assertEquals(longAgo, Files.getLastModifiedTime(file));

        Files.writeString(file, "somebody else was here");
        environments.of(profile);
        assertEquals("{\"a\":[1,null]}", Files.readString(file).replaceAll("\\s", ""));

        Files.write(file, new byte[] {(byte) 0xff});
        environments.of(profile);
        assertEquals("{\"a\":[1,null]}", Files.readString(file).replaceAll("\\s", ""));
    }
}
