package dev.parley.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.sessionfile.ProjectResolver;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.StoredReader.Outcome;
import dev.parley.testing.Profiles;
import dev.parley.testing.StoredHome;

import io.airlift.compress.v3.zstd.ZstdOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

class StoredPlaceTest {
    @TempDir Path folder;

    private static StoredPlace at(String provider, int index, Path home) {
        var place = StoredPlace.of(Profiles.of(provider), Map.of("HOME", "/nowhere")).get(index);
        return new StoredPlace(provider, place.history(), home, place.files());
    }

    private static List<Path> homes(String provider, Map<String, String> environment) {
        return StoredPlace.of(Profiles.of(provider), environment).stream()
                .map(StoredPlace::home)
                .toList();
    }

    @Test
    void homesThatWereMovedAreHonoured() {
        assertEquals(List.of(Path.of("/h/.claude")), homes("claude", Map.of("HOME", "/h")));
        assertEquals(List.of(Path.of("/c")), homes("claude", Map.of("CLAUDE_CONFIG_DIR", "/c")));
        assertEquals(
                List.of(Path.of("/g/.gemini")), homes("gemini", Map.of("GEMINI_CLI_HOME", "/g")));
        assertEquals(
                List.of(Path.of("/h/.kimi-code"), Path.of("/k")),
                homes("kimi", Map.of("HOME", "/h", "KIMI_SHARE_DIR", "/k")));
        assertEquals(
                List.of(Path.of("/h/.qwen"), Path.of("/y")),
                homes("qwen", Map.of("HOME", "/h", "QWEN_RUNTIME_DIR", "/y")));
    }

    @Test
    void aDatabaseThatWasMovedIsFound() throws IOException {
        var moved = folder.resolve("elsewhere.sqlite");
        Files.writeString(moved, "");
        var places =
                StoredPlace.of(
                        Profiles.of("opencode"),
                        Map.of("HOME", "/nowhere", "OPENCODE_DB", moved.toString()));
        assertEquals(
                List.of(moved),
                places.stream()
                        .flatMap(place -> place.discover().stream())
                        .map(StoredFile::path)
                        .toList());
    }

    @Test
    void namesTellWhatTheyCan() {
        var home = Path.of("/h");
        var claude = at("claude", 0, home);
        assertEquals(
                Optional.of(
                        new StoredFile(
                                home.resolve("projects/-p/s1/subagents/agent-a.jsonl"),
                                StoredFile.Layout.LINES,
                                "s1:agent-a",
                                "s1",
                                "-p",
                                false)),
                claude.describe(home.resolve("projects/-p/s1/subagents/agent-a.jsonl")));
        assertEquals(Optional.empty(), claude.describe(home.resolve("history.jsonl")));
        assertEquals(Optional.empty(), claude.describe(Path.of("/elsewhere/x.jsonl")));
        var codex = at("codex", 0, home);
        var id = "01a1e0ea-2ed5-75d0-ad67-6983973dbc13";
        var archived =
                home.resolve("archived_sessions/rollout-2026-11-15T20-33-26-" + id + ".jsonl.zst");
        assertEquals(
                Optional.of(
                        new StoredFile(
                                archived,
                                StoredFile.Layout.COMPRESSED_LINES,
                                id,
                                null,
                                null,
                                true)),
                codex.describe(archived));
    }

    @Test
    void aCompressedRolloutTellsTheSame() throws IOException {
        var home = StoredHome.copy("codex", "home", folder.resolve("home"));
        var codex = at("codex", 0, home);
        var plain = file(codex, "01a1e0ea-3157-");
        var expected = StoredHome.text(StoredHome.read(codex, plain));
        var packed = plain.path().resolveSibling(plain.path().getFileName() + ".zst");
        try (var out = new ZstdOutputStream(Files.newOutputStream(packed))) {
            out.write(Files.readAllBytes(plain.path()));
        }
        var compressed = codex.describe(packed).orElseThrow();
        assertEquals(expected, StoredHome.text(StoredHome.read(codex, compressed)));
        var whole = Files.readAllBytes(packed);
        Files.write(packed, Arrays.copyOf(whole, whole.length / 2));
        var told = StoredHome.read(codex, compressed);
        assertTrue(told.session().skippedLines() > 0, "a cut file says so");
        Files.writeString(packed, "not compressed at all");
        assertEquals(List.of(), StoredHome.read(codex, compressed).events());
        Files.delete(packed);
        assertEquals(Outcome.VANISHED, codex.open(compressed).readOn(_ -> {}));
    }

    private static StoredFile file(StoredPlace place, String part) {
        return place.discover().stream()
                .filter(file -> file.path().toString().contains(part))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void registriesKnowTitlesAndProjects() throws IOException {
        var codex = at("codex", 0, StoredHome.copy("codex", "home", folder.resolve("codex")));
        assertEquals(
                Map.of("01a1e0ea-2223-7102-86c0-6a0a1962870e", "The paginated one"),
                codex.registry().titles());
        var gemini = at("gemini", 0, StoredHome.copy("gemini", "home", folder.resolve("gemini")));
        var kimi = at("kimi", 0, StoredHome.copy("kimi", "home", folder.resolve("kimi")));
        var cli = at("kimi", 1, StoredHome.copy("kimi", "home-cli", folder.resolve("cli")));
        var opencode =
                at("opencode", 0, StoredHome.copy("opencode", "home-legacy", folder.resolve("oc")));
        var resolver = new ProjectResolver();
        resolver.learn("/home/dev/old");
        List.of(gemini, kimi, cli, opencode).forEach(place -> resolver.learn(place.registry()));
        var projects =
                List.of(gemini, kimi, cli, opencode).stream()
                        .flatMap(place ->
                                place.discover().stream()
                                        .map(file -> StoredHome.read(place, file).session()))
                        .map(session -> resolver.path(session).orElse("unknown"))
                        .collect(Collectors.toSet());
        assertEquals(
                java.util.Set.of("/home/dev/acme", "/home/dev/other/acme", "/home/dev/old"),
                projects);
    }

    @Test
    void brokenDocumentsAreSessionsOfWhichNothingIsKnown() throws IOException {
        var gemini = at("gemini", 0, folder);
        var opencode = at("opencode", 0, folder);
        var document = folder.resolve("tmp/p/chats/session-2025-01-01T00-00-00000000.json");
        var session = folder.resolve("storage/session/p/ses_1.json");
        for (var text : List.of("", "[]", "{", "{\"messages\":3}", "null", "\u0000")) {
            for (var file : List.of(document, session)) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, text);
            }
            assertEquals(
                    List.of(),
                    StoredHome.read(gemini, gemini.describe(document).orElseThrow()).events());
            assertEquals(
                    List.of(),
                    StoredHome.read(opencode, opencode.describe(session).orElseThrow()).events());
        }
        Files.delete(document);
        assertEquals(
                Outcome.VANISHED,
                gemini.open(gemini.describe(document).orElseThrow()).readOn(_ -> {}));
    }

    private static void change(Path home, String sql) throws java.sql.SQLException {
        try (var connection =
                        java.sql.DriverManager.getConnection(
                                "jdbc:sqlite:" + home.resolve("opencode.db"));
                var statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    @Test
    void aSessionThatWasDeletedFromADatabaseIsGone() throws Exception {
        var home = StoredHome.copy("opencode", "home", folder.resolve("home"));
        var opencode = at("opencode", 0, home);
        var reader = opencode.open(opencode.discover().getFirst());
        var events = new java.util.ArrayList<dev.parley.sessionfile.StoredEvent>();
        var sessions = new java.util.TreeMap<String, dev.parley.sessionfile.StoredFacts>();
        reader.readOn(StoredHome.collecting(events, sessions));
        var id = "ses_e1f0c4a1cffecJ67n7xvtxAn7I";
        assertTrue(sessions.containsKey(id));
        change(home, "DELETE FROM session WHERE id = '" + id + "'");
        assertEquals(Outcome.READ, reader.readOn(StoredHome.collecting(events, sessions)));
        assertFalse(sessions.containsKey(id));
        assertTrue(events.stream().noneMatch(event -> id.equals(event.envelope().sessionId())));
    }

    @Test
    void aSessionInADatabaseThatChangedIsToldAgain() throws Exception {
        var home = StoredHome.copy("opencode", "home", folder.resolve("home"));
        var opencode = at("opencode", 0, home);
        var reader = opencode.open(opencode.discover().getFirst());
        var events = new java.util.ArrayList<dev.parley.sessionfile.StoredEvent>();
        var sessions = new java.util.TreeMap<String, dev.parley.sessionfile.StoredFacts>();
        reader.readOn(StoredHome.collecting(events, sessions));
        var before = events.size();
        assertEquals(Outcome.UNCHANGED, reader.readOn(StoredHome.collecting(events, sessions)));
        var id = "ses_e1f0c4a1cffecJ67n7xvtxAn7I";
        change(
                home,
                "UPDATE session SET title = 'Named', time_updated = time_updated + 1,"
                        + " revert = (SELECT json_object('messageID', id) FROM message"
                        + " WHERE session_id = session.id AND json_extract(data, '$.role') ="
                        + " 'user' ORDER BY id DESC LIMIT 1) WHERE id = '"
                        + id
                        + "'");
        assertEquals(Outcome.READ, reader.readOn(StoredHome.collecting(events, sessions)));
        assertEquals(before, events.size());
        assertEquals("Named", sessions.get(id).title());
        assertEquals(
                List.of("session.start", "message.user", "message.assistant", "token.usage"),
                events.stream()
                        .filter(event -> id.equals(event.envelope().sessionId()))
                        .filter(reader::isActive)
                        .map(event ->
                                dev.parley.event.EventJson.writeEvent(event.envelope().event())
                                        .path("type")
                                        .asString(""))
                        .toList());
    }
}
