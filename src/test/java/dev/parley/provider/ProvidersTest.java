package dev.parley.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.api.Capability;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.Permission;
import dev.parley.provider.builtin.BuiltIn;
import dev.parley.testing.Turn;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

class ProvidersTest {
    private static final String MINE =
            """
            {"id": "mine", "name": "Mine", "command": {"name": "mine"}, "home": {"path": "~/.mine"},
             "install": "make install",
             "oneShot": {"format": "CLAUDE", "start": ["run", "{options}", "{prompt}"],
                         "permissions": {"bypass": {}}},
             "capabilities": ["TOOLS"]}
            """;

    @TempDir Path directory;

    private Path write(String name, String text) {
        try {
            return Files.writeString(directory.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Providers with(Consumer<ObjectNode> change) {
        var profile = (ObjectNode) Json.parse(MINE).orElseThrow();
        change.accept(profile);
        write("mine.json", Json.write(profile));
        return BuiltIn.with(directory);
    }

    private Problem problem(Consumer<ObjectNode> change) {
        var problem = assertThrows(Problem.class, () -> with(change));
        assertEquals(Problem.Kind.BROKEN_CONFIGURATION, problem.kind());
        assertThat(problem.message()).contains(directory.resolve("mine.json").toString());
        return problem;
    }

    private Problem problem(String text) {
        write("mine.json", text);
        var problem = assertThrows(Problem.class, () -> BuiltIn.with(directory), text);
        assertEquals(Problem.Kind.BROKEN_CONFIGURATION, problem.kind());
        assertThat(problem.message()).contains(directory.resolve("mine.json").toString());
        return problem;
    }

    @Test
    void theBuiltInOnesAreThereWithoutADirectory() {
        assertThat(BuiltIn.with(directory.resolve("none")).ids())
                .startsWith("claude", "codex", "gemini", "opencode", "kimi", "qwen");
    }

    /// They are read in a shorter way than the rest of a profile.
    @Test
    void thePlacesOfStoredSessionsAreThoseOfTheWholeProfiles() {
        var providers = BuiltIn.with(directory.resolve("none"));
        for (var environment :
                List.of(
                        Map.of("HOME", "/h"),
                        Map.of("HOME", "/h", "XDG_DATA_HOME", "/x", "KIMI_SHARE_DIR", "/k"),
                        Map.of("HOME", "/h", "QWEN_RUNTIME_DIR", "q", "OPENCODE_DB", "/o.db"))) {
            assertEquals(
                    described(
                            providers.all().stream()
                                    .flatMap(one -> StoredPlace.of(one, environment).stream())),
                    described(providers.storedPlaces(environment).stream()));
        }
    }

    @Test
    void aUsersOwnProfileTellsWhereItsSessionsAre() {
        var mine =
                with(profile ->
                        profile.putObject("history")
                                .put("format", "CLAUDE")
                                .putArray("files")
                                .add("kept/*.jsonl"));
        assertThat(described(mine.storedPlaces(Map.of("HOME", "/h")).stream()))
                .contains("mine ClaudeHistory /h/.mine [kept/*.jsonl]");
    }

    private static List<String> described(Stream<StoredPlace> places) {
        return places.map(place ->
                        place.provider()
                                + " "
                                + place.history().getClass().getSimpleName()
                                + " "
                                + place.home()
                                + " "
                                + place.files())
                .toList();
    }

    @Test
    void aUsersOwnIsLoaded() {
        write("mine.json", MINE);
        write("notes.txt", "not a profile");
        var mine = BuiltIn.with(directory).named("mine");
        assertEquals("Mine", mine.name());
        assertEquals(Set.of(Capability.TOOLS), mine.capabilities());
        assertEquals("●", mine.icon());
        assertEquals(List.of("--version"), mine.version().arguments());
        assertEquals(
                List.of("run", "hi"),
                Turn.invoke(mine, Turn.of("hi", directory, Permission.BYPASS)).arguments());
    }

    @Test
    void aUsersOwnTakesThePlaceOfABuiltInOne() {
        var builtIn = BuiltIn.with(directory.resolve("none"));
        var own = with(profile -> profile.put("id", "codex"));
        assertEquals("Mine", own.named("codex").name());
        assertEquals(builtIn.ids(), own.ids());
    }

    @Test
    void aProviderThatCannotRunASingleTurnIsAProviderToo() {
        var mine = with(profile -> profile.remove("oneShot")).named("mine");
        var request = Turn.of("hi", directory, Permission.BYPASS);
        assertEquals(
                "Mine cannot run a single turn.",
                assertThrows(Problem.class, () -> Turn.invoke(mine, request)).message());
    }

    @Test
    void anUnknownNameComesWithTheClosest() {
        var problem = assertThrows(Problem.class, () -> BuiltIn.with(directory).named("cluade"));
        assertEquals(Problem.Kind.NOT_FOUND, problem.kind());
        assertEquals("There is no provider \"cluade\".", problem.message());
        assertEquals("Did you mean claude?", problem.remedy());
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "name", "command", "home", "install"})
    void aMissingKeyIsNamed(String key) {
        assertThat(problem(profile -> profile.remove(key)).message())
                .endsWith(": the key \"" + key + "\" is missing.");
        assertThat(problem(profile -> profile.putNull(key)).message())
                .endsWith(": the key \"" + key + "\" is missing.");
    }

    @ParameterizedTest
    @CsvSource({
        "command, name",
        "home, path",
        "oneShot, format",
        "oneShot, start",
        "oneShot, permissions"
    })
    void aMissingKeyInsideIsNamedWithItsPath(String outer, String inner) {
        assertThat(problem(profile -> ((ObjectNode) profile.get(outer)).remove(inner)).message())
                .endsWith(": the key \"" + outer + "." + inner + "\" is missing.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Mine", "my cli", "../mine", "1st", "-x", "a:b", "ä"})
    void anIdThatWouldNotWorkAsANameIsAnError(String id) {
        assertThat(problem(profile -> profile.put("id", id)).message())
                .endsWith(": the value of \"id\" is \"" + id + "\".");
    }

    @Test
    void anUnknownKeyComesWithTheClosest() {
        var problem = problem(profile -> profile.put("colour", "#fff"));
        assertThat(problem.message()).endsWith(": unknown key \"colour\".");
        assertThat(problem.remedy()).startsWith("Did you mean color");
        assertThat(
                        problem(profile -> ((ObjectNode) profile.get("oneShot")).putArray("strat"))
                                .message())
                .endsWith(": unknown key \"oneShot.strat\".");
    }

    @Test
    void aWordThatIsNoneOfAFewIsNamedWithThem() {
        assertThat(
                        problem(profile ->
                                        ((ObjectNode) profile.get("oneShot"))
                                                .put("format", "CLAUD"))
                                .message())
                .contains("\"oneShot.format\"", "\"CLAUD\"", "CLAUDE");
        assertThat(problem(profile -> profile.putArray("capabilities").add("FLY")).message())
                .contains("\"capabilities[0]\"", "\"FLY\"", "RESUME");
        assertThat(
                        problem(profile ->
                                        ((ObjectNode) profile.get("oneShot"))
                                                .putObject("permissions")
                                                .putObject("yolo"))
                                .message())
                .contains("\"oneShot.permissions\"", "\"yolo\"", "bypass");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"version\": {\"pattern\": \"(\"}} | \"version.pattern\" is no regular expression",
                "{\"version\": {\"pattern\": \"1.0\"}} | \"version.pattern\" has no group",
                "{\"live\": {\"wire\": \"ACP\", \"permissions\": {\"ask\": {}}, \"acp\": {\"noise\": [\"(\"]}}} | \"live.acp.noise\" is no regular",
                "{\"live\": {\"wire\": \"ACP\", \"permissions\": {\"ask\": {}}, \"acp\": {\"toolName\": \"x\"}}} | \"live.acp.toolName\" has no group",
                "{\"editions\": [{}]} | \"editions[0].versionPattern\" is missing",
                "{\"editions\": [{\"versionPattern\": \"[\"}]} | \"editions[0].versionPattern\" is no regular",
                "{\"editions\": [{\"versionPattern\": \"x\", \"home\": {}}]} | \"editions[0].home.path\" is missing",
                "{\"editions\": [{\"versionPattern\": \"x\", \"oneShot\": {}}]} | \"editions[0].oneShot.format\" is missing",
                "{\"editions\": [null]} | \"editions[0]\"",
                "{\"history\": {\"files\": [null]}} | \"history.files[0]\"",
                "{\"history\": {\"format\": \"CLAUDE\"}} | \"history.files\"",
                "{\"history\": {\"files\": [\"*\"]}} | \"history.format\"",
                "{\"environment\": {\"pass\": \"A\"}} | \"environment.pass\"",
                "{\"oneShot\": {\"format\": \"CLAUDE\", \"start\": [\"x\"], \"permissions\": {\"ask\": {}}, \"sessionDirectory\": {}}} | \"oneShot.sessionDirectory.arguments\" is missing"
            })
    void aMistakeThatWouldShowLaterIsFoundAtOnce(String change, String message) {
        assertThat(
                        problem(profile ->
                                        profile.setAll(
                                                (ObjectNode) Json.parse(change).orElseThrow()))
                                .message())
                .contains(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "hello", "{\"id\": \"mine\"", "{} {}"})
    void whatIsNoProfileIsNamedWithItsFile(String text) {
        problem(text);
    }

    @Test
    void aFileThatCannotBeReadIsNamed() throws IOException {
        var folder = Files.createDirectory(directory.resolve("folder.json"));
        var problem = assertThrows(Problem.class, () -> BuiltIn.with(directory));
        assertThat(problem.message()).startsWith("Cannot read " + folder);
    }
}
