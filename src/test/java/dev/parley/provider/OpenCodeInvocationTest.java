package dev.parley.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.base.json.Json;
import dev.parley.base.json.JsonPath;
import dev.parley.base.problem.Problem;
import dev.parley.event.Permission;
import dev.parley.testing.Profiles;
import dev.parley.testing.Turn;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class OpenCodeInvocationTest {
    private static final ProviderProfile OPENCODE = Profiles.of("opencode");
    private static final Path ACME = Path.of("/home/dev/acme");
    private static final String SESSION = "ses_e1f2074ffffe2QELbNMjpekDf4";

    @Test
    void asksForWhatChangesSomething() {
        assertEquals(
                new Invocation(
                        List.of("run", "--format", "json", "--thinking", "--dir", "/home/dev/acme"),
                        "Say \"hi\"",
                        permission(
                                """
                                {"edit":"ask","bash":"ask","webfetch":"ask","websearch":"ask","*_*":"ask"}\
                                """)),
                Turn.invoke(OPENCODE, Turn.of("Say \"hi\"", ACME, Permission.ASK)));
    }

    @Test
    void editsFilesButAsksForTheRest() {
        assertEquals(
                new Invocation(
                        List.of(
                                "run",
                                "--format",
                                "json",
                                "--thinking",
                                "--dir",
                                "/home/dev/acme",
                                "--model=fake/fake-1"),
                        "hi",
                        permission(
                                """
                                {"edit":{"*":"allow"},"bash":"ask","webfetch":"ask","websearch":"ask","*_*":"ask"}\
                                """)),
                Turn.invoke(
                        OPENCODE, Turn.of("hi", ACME, Permission.EDIT).withModel("fake/fake-1")));
    }

    @Test
    void plansWithoutTheToolsThatChangeSomething() {
        assertEquals(
                new Invocation(
                        List.of(
                                "run",
                                "--format",
                                "json",
                                "--thinking",
                                "--dir",
                                "/home/dev/acme",
                                "--session",
                                SESSION,
                                "--agent",
                                "plan"),
                        "hi",
                        permission(
                                """
                                {"edit":"deny","bash":"deny","webfetch":"deny","websearch":"deny","*_*":"deny"}\
                                """)),
                Turn.invoke(OPENCODE, Turn.of("hi", ACME, Permission.PLAN).resuming(SESSION)));
    }

    @Test
    void bypassesWhenAskedForByName() {
        assertEquals(
                new Invocation(
                        List.of(
                                "run",
                                "--format",
                                "json",
                                "--thinking",
                                "--dir",
                                "/home/dev/acme",
                                "--session",
                                SESSION,
                                "--auto",
                                "--model=fake/fake-1"),
                        "Be brief.\n\nhi",
                        Map.of()),
                Turn.invoke(
                        OPENCODE,
                        Turn.of("hi", ACME, Permission.BYPASS)
                                .resuming(SESSION)
                                .withModel("fake/fake-1")
                                .withSystem("Be brief.")));
    }

    @Test
    void takesNoFurtherDirectories() {
        var request =
                Turn.of("hi", ACME, Permission.ASK)
                        .withDirectories(List.of(Path.of("/home/dev/lib")));
        assertThrows(Problem.class, () -> Turn.invoke(OPENCODE, request));
    }

    /// The answer is that of 1.18.33. From another directory a resumed run would hang for ever.
    @Test
    void looksUpTheDirectoryOfASession() {
        var lookup = Invocation.oneShot(OPENCODE).sessionDirectory();
        assertEquals(
                List.of(
                        "db",
                        "select directory from session where id = '" + SESSION + "'",
                        "--format",
                        "json"),
                lookup.arguments().stream()
                        .map(part -> Invocation.fill(part, Map.of("session", SESSION)))
                        .toList());
        var answer = Json.parse("[\n  {\n    \"directory\": \"/home/dev/acme\"\n  }\n]");
        assertEquals(
                "/home/dev/acme", JsonPath.text(answer.orElseThrow(), lookup.path()).orElseThrow());
    }

    private static Map<String, String> permission(String rules) {
        return Map.of("OPENCODE_PERMISSION", rules);
    }
}
