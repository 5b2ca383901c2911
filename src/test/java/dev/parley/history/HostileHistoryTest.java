package dev.parley.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.door.json.SessionJson;
import dev.parley.door.render.HtmlRendering;
import dev.parley.door.render.MarkdownRendering;
import dev.parley.door.render.TextRendering;
import dev.parley.event.EventJson;
import dev.parley.provider.StoredPlace;
import dev.parley.provider.builtin.BuiltIn;
import dev.parley.testing.Commands;
import dev.parley.testing.StoredHome;
import dev.parley.testing.StoredMachine;
import dev.parley.testing.hostile.HostileFiles;
import dev.parley.testing.hostile.HostileOpenCode;
import dev.parley.testing.hostile.JsonFields;
import dev.parley.testing.hostile.LoggedFaults;
import dev.parley.testing.hostile.Mutations;
import dev.parley.testing.hostile.WorstValues;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Files that nobody would write, among those of all CLIs: each costs what is wrong with it, and
/// nothing of the others.
class HostileHistoryTest {
    private static final int FILES = 10_000;
    private static final int ROUNDS = 4;
    private static final long SEED = 20_261_117;

    @TempDir Path home;

    private HostileFiles files;
    private Commands parley;
    private LoggedFaults log;
    private List<String> sessions;

    @BeforeEach
    void open() throws IOException {
        files = new HostileFiles(new StoredMachine(home).places());
        parley = new Commands(home);
        log = new LoggedFaults();
        assertEquals(0, parley.run("index"));
        sessions = sessions();
        assertThat(sessions).hasSizeGreaterThan(30);
    }

    @AfterEach
    void close() {
        log.close();
        parley.close();
    }

    private List<String> sessions() {
        assertEquals(0, parley.run("sessions", "--limit", "1000000", "--subagents", "--json"));
        return Json.parse(parley.out())
                .orElseThrow()
                .valueStream()
                .map(one -> one.path("key").asString())
                .toList();
    }

    @Test
    void theWorstValueInEveryFieldCostsThatValue() throws Exception {
        for (var file : files.recorded()) {
            files.poison(file);
        }
        everythingWorks();
    }

    @Test
    void theWorstValueInEveryFieldOfADatabaseCostsThatValue() throws Exception {
        new HostileOpenCode().poison(home.resolve(".local/share/opencode/opencode.db"));
        everythingWorks();
        assertThat(parley.app().history().view().sessions())
                .filteredOn(entry -> entry.key().nativeId().startsWith("ses_hostile"))
                .hasSizeGreaterThan(30);
    }

    @ParameterizedTest
    @CsvSource({
        "home-legacy, ses_e1f098b87ffe5Qg206D8srwd6S, ses_e1f098b87ffe5Qg206D8srwd6S|msg_1e0f6[78]",
        "home-oldest, ses_7a0000000001AAAAAAAAAAAAAA, ses_7a"
    })
    void theWorstValueInEveryFieldOfATreeCostsThatValue(String name, String session, String parts)
            throws Exception {
        var tree = StoredHome.copy("opencode", name, home.resolve("tree"));
        var provider = BuiltIn.with(home.resolve("none")).named("opencode");
        var place = StoredPlace.of(provider, Map.of("HOME", home.toString())).getFirst();
        var documents = documents(tree, Pattern.compile(parts));
        var file =
                documents.stream().filter(one -> one.endsWith(session + ".json")).findFirst().get();
        var stored = place.history().describe(tree, file).orElseThrow();
        var whole = StoredHome.read(place, stored).events().size();
        new HostileOpenCode()
                .poisonTree(
                        documents,
                        () -> {
                            var told = StoredHome.read(place, stored);
                            assertEquals(session, told.session().nativeId());
                            assertThat(told.events().size()).isBetween(0, whole + 1);
                        });
        assertThat(log.faults()).isEmpty();
        assertEquals(whole, StoredHome.read(place, stored).events().size());
    }

    private static List<Path> documents(Path tree, Pattern wanted) throws Exception {
        try (var all = Files.walk(tree)) {
            return all.filter(file -> file.toString().endsWith(".json"))
                    .filter(file -> wanted.matcher(file.toString()).find())
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".gemini/projects.json",
                ".kimi/kimi.json",
                ".kimi-code/workspaces.json",
                ".kimi-code/session_index.jsonl",
                ".codex/session_index.jsonl",
                ".kimi-code/sessions/wd_acme_090c10e2953a/session_81fde973-f8d4-46d2-876b-3898006a461d/state.json"
            })
    void theWorstValueBesideTheSessionsCostsThatValue(String name) throws Exception {
        var file = home.resolve(name);
        var content = Files.readString(file);
        var document = name.endsWith(".jsonl") ? content.lines().findFirst().get() : content;
        for (var field : JsonFields.of(Json.parse(document).orElseThrow())) {
            for (var value : WorstValues.ALL) {
                Files.writeString(file, field.with(value));
                assertThat(sessions()).containsAll(sessions);
                assertEquals(0, parley.run("usage", "--by", "project"));
            }
        }
        assertThat(log.faults()).isEmpty();
    }

    @Test
    void mutatedFilesCostWhatIsWrongWithThem() throws Exception {
        var mutations = new Mutations(SEED);
        var recorded = files.recorded().stream().filter(file -> size(file) < 8_000).toList();
        var contents = new ArrayList<byte[]>();
        for (var file : recorded) {
            contents.add(Files.readAllBytes(file));
        }
        for (var round = 0; round < ROUNDS; round++) {
            for (var number = 0; number < FILES / ROUNDS; number++) {
                var which = (round + number) % recorded.size();
                files.write(
                        files.beside(recorded.get(which)), mutations.mutated(contents.get(which)));
            }
            everythingWorks();
            files.delete();
        }
    }

    private static long size(Path file) {
        return file.toFile().length();
    }

    private void everythingWorks() throws InterruptedException {
        assertEquals(0, parley.run("index"));
        assertThat(sessions()).containsAll(sessions);
        assertEquals(0, parley.run("sessions", "--limit", "1000000"));
        for (var by : List.of("day", "model", "project", "provider", "session")) {
            assertEquals(0, parley.run("usage", "--by", by));
        }
        assertEquals(0, parley.run("usage", "--by", "session", "--json"));
        for (var line : Json.parse(parley.out()).orElseThrow().path("usage")) {
            line.forEach(figure -> assertThat(figure.asDouble(0)).isNotNegative());
        }
        assertEquals(0, parley.run("search", "the", "--limit", "100"));
        assertThat(parley.out()).contains("turns");
        assertEquals(0, parley.run("search", "hello", "--newest", "--json"));
        showAll();
        assertThat(parley.err()).isEmpty();
        assertThat(log.faults()).isEmpty();
    }

    private void showAll() throws InterruptedException {
        var out = new PrintStream(OutputStream.nullOutputStream());
        var number = 0;
        for (var entry : parley.app().history().view().sessions()) {
            // Each of these means to read the whole database.
            var isOneOfMany = entry.key().nativeId().matches("ses_hostile.*[1-9]");
            if (isOneOfMany) {
                continue;
            }
            var shown = parley.app().historyVerbs().show().named(entry.key().toString());
            switch (number++ % 4) {
                case 0 -> new TextRendering(out).render(shown);
                case 1 -> new MarkdownRendering(out).render(shown);
                case 2 -> new HtmlRendering(out).render(shown);
                default -> {
                    Json.write(SessionJson.of(shown.session()));
                    shown.events()
                            .read(event ->
                                    Json.write(EventJson.write(event, EventJson.Raw.LEFT_OUT)));
                }
            }
        }
    }
}
