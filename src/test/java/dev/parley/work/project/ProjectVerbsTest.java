package dev.parley.work.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.Progress;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.store.ConversationKey;
import dev.parley.testing.AgentMachine;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.work.agent.AgentVerbs;
import dev.parley.work.project.SearchProjectHistory.Source;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What can be learned about a project: its tokens, its past, its sessions.
@Timeout(120)
class ProjectVerbsTest {
    private static final String KEY = "sk-0123456789abcdef0123456789";

    @TempDir Path directory;
    private AgentMachine machine;

    @BeforeEach
    void open() throws Exception {
        machine = new AgentMachine(directory);
    }

    @AfterEach
    void close() {
        machine.close();
    }

    private AgentVerbs verbs() throws Exception {
        return machine.app().agents();
    }

    private void write(String name, String text) throws Exception {
        var file = machine.project().resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void tokensAreCountedOfWhatIsTextAndNotIgnored() throws Exception {
        write("src/deep/a.txt", "hello world ".repeat(100));
        write("src/b.txt", "hello");
        write("ignored/c.txt", "hello ".repeat(10_000));
        write("also.txt", "hello ".repeat(10_000));
        write(".gitignore", "ignored/\n");
        write(".parleyignore", "also.txt\n");
        Files.write(machine.project().resolve("d.bin"), new byte[] {1, 0});
        Files.writeString(machine.project().resolve("large.txt"), "x".repeat(1024 * 1024 + 1));
        Files.createSymbolicLink(machine.project().resolve("out"), Path.of("/etc/passwd"));
        var report = verbs().tokens().count(machine.project(), List.of(), 2);

        assertEquals(
                new CountProjectTokens.Count("src/deep/a.txt", 201),
                report.largestFiles().getFirst());
        assertEquals(2, report.largestFiles().size());
        assertEquals(
                List.of(
                        new CountProjectTokens.Count("src", 202),
                        new CountProjectTokens.Count("src/deep", 201)),
                report.largestDirectories());
        assertEquals(5, report.totalFiles()); // with file.txt and the two ignore files
        assertEquals(1, report.skippedBinaries());
        assertEquals(1, report.skippedLarge());
        assertTrue(report.isComplete());
        var part = verbs().tokens().count(machine.project(), List.of("src/b.txt", "src"), 5);
        assertEquals(202, part.totalTokens());
    }

    @Test
    void aDirectoryWithoutARepositoryIsCountedInTheSameWay() throws Exception {
        var plain = Files.createDirectories(directory.resolve("plain/sub")).getParent();
        Files.writeString(plain.resolve("a.txt"), "hello");
        Files.writeString(plain.resolve("b.log"), "hello");
        Files.writeString(plain.resolve("sub/c.txt"), "hello");
        Files.writeString(plain.resolve(".gitignore"), "*.log\n");
        var report = verbs().tokens().count(plain, List.of(), 10);
        assertEquals(3, report.totalFiles());
        assertFalse(Files.exists(plain.resolve(".git")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "/etc", "missing", "a\0"})
    void onlyTheProjectIsCounted(String item) {
        assertThrows(
                Problem.class, () -> verbs().tokens().count(machine.project(), List.of(item), 10));
        assertThrows(Problem.class, () -> verbs().tokens().count(machine.project(), List.of(), 0));
    }

    /// A session of Claude Code, as it leaves one.
    private void session(Path project, String id, String prompt) throws Exception {
        var folder =
                Files.createDirectories(
                        directory.resolve(
                                "home/.claude/projects/" + project.toString().replace('/', '-')));
        var line =
                Json.object()
                        .put("type", "user")
                        .put("uuid", "u-" + id)
                        .put("sessionId", id)
                        .put("cwd", project.toString())
                        .put("timestamp", "2026-11-01T10:00:00.000Z");
        line.putObject("message").put("role", "user").put("content", prompt);
        Files.writeString(folder.resolve(id + ".jsonl"), Json.write(line) + "\n");
    }

    private void say(String session, String words) throws Exception {
        verbs().conversations()
                .asked(
                        new ConversationKey(machine.project(), session),
                        "work_with",
                        "alpha",
                        words,
                        Json.object());
    }

    private List<SearchProjectHistory.Hit> search(String query, Source... sources)
            throws Exception {
        return verbs().search().search(machine.project(), query, 40, Set.of(sources)).hits();
    }

    private void indexed() throws Exception {
        assertEquals(
                Optional.empty(),
                machine.app().historyVerbs().search().bringUpToDate(Progress.SILENT));
    }

    @Test
    void everythingThatWasSaidAboutAProjectIsFound() throws Exception {
        var id = "11111111-2222-4333-8444-555555555555";
        session(machine.project(), id, "mend the zebra please, key " + KEY);
        session(
                Files.createDirectories(directory.resolve("other")),
                "11111111-2222-4333-8444-666666666666",
                "another zebra");
        say("s1", "The Zebra is striped; its key is " + KEY);
        machine.repository().git("commit", "-q", "--allow-empty", "-m", "nothing");
        write("z.txt", "z");
        machine.repository().git("add", "z.txt");
        machine.repository().git("commit", "-q", "-m", "Feed the zebra\n\ntoken=" + KEY);
        indexed();

        var hits = search("zebra");
        assertEquals(
                Set.of(Source.CONVERSATION, Source.COMMIT, Source.SESSION),
                Set.copyOf(hits.stream().map(SearchProjectHistory.Hit::source).toList()));
        assertEquals(3, hits.size());
        assertThat(hits.toString()).doesNotContain(KEY, "another zebra").contains("claude:" + id);
        assertThat(search("zebra project:other", Source.SESSION).toString())
                .doesNotContain("another zebra");
        assertEquals(1, search("zebra", Source.COMMIT).size());
        assertEquals(List.of(), search("zebra giraffe"));
        assertEquals(
                Set.of("striped", "feed"),
                Set.copyOf(
                        search("striped; feed ;; striped").stream()
                                .map(SearchProjectHistory.Hit::query)
                                .toList()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ; ;", "a;b;c;d;e;f;g;h;i;j;k"})
    void aQueryMustBeOne(String query) {
        assertThrows(Problem.class, () -> search(query));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--output=stolen.txt", "%_'", "$(id)", "a\\", "-n", "\\E.*", "[", "%x00"})
    void aHostileQueryIsAQuery(String query) throws Exception {
        say("s1", "words before " + query + " words behind");
        indexed();
        assertEquals(1, search(query, Source.CONVERSATION).size());
        search(query, Source.COMMIT);
        assertFalse(Files.exists(machine.project().resolve("stolen.txt")));
    }

    @Test
    void sessionsOfTheProjectAreListedTheLastUsedFirst() throws Exception {
        session(machine.project(), "11111111-2222-4333-8444-555555555555", "an old prompt");
        session(
                Files.createDirectories(directory.resolve("other")),
                "11111111-2222-4333-8444-666666666666",
                "elsewhere");
        say("s1", "first words " + KEY);
        verbs().conversations()
                .answered(
                        new ConversationKey(machine.project(), "s1"),
                        "work_with",
                        "alpha",
                        Optional.empty(),
                        "last words",
                        Json.object());
        indexed();
        var all = verbs().sessions().list(machine.project(), Optional.empty(), 10, true);
        assertEquals(
                List.of("s1", "claude:11111111-2222-4333-8444-555555555555"),
                all.stream().map(it -> it.id()).toList());
        assertEquals("first words [secret]", all.getFirst().title());
        assertEquals(Optional.of("last words"), all.getFirst().lastWords());
        assertEquals(
                1,
                verbs().sessions().list(machine.project(), Optional.of("old"), 10, false).size());
    }

    @Test
    void aSessionIsDescribedByAModel() throws Exception {
        try (var model =
                ScriptedModel.saying(Reply.text("About words."), Reply.text("A prompt."))) {
            machine.api("local", model);
            var id = "claude:11111111-2222-4333-8444-555555555555";
            session(machine.project(), id.substring(7), "an old prompt");
            var elsewhere = Files.createDirectories(directory.resolve("other"));
            session(elsewhere, "11111111-2222-4333-8444-666666666666", "elsewhere");
            say("s1", "first words " + KEY);
            indexed();
            var sessions = verbs().sessions();
            var mine = Optional.of("local-model");
            var described =
                    sessions.describe(machine.project(), "s1", mine, Optional.of("In rhymes."));
            assertEquals("About words.", described.summary().text());
            assertThat(model.requests().getFirst().userTexts().getLast())
                    .contains("first words [secret]", "In rhymes.")
                    .doesNotContain(KEY);
            var native1 = sessions.describe(machine.project(), id, mine, Optional.empty());
            assertEquals("A prompt.", native1.summary().text());
            assertThat(model.requests().getLast().userTexts().getLast()).contains("an old prompt");
            assertThrows(
                    Problem.class,
                    () ->
                            sessions.describe(
                                    machine.project(),
                                    "claude:11111111-2222-4333-8444-666666666666",
                                    mine,
                                    Optional.empty()));
            var none =
                    assertThrows(
                            Problem.class,
                            () ->
                                    sessions.describe(
                                            machine.project(),
                                            "s1",
                                            Optional.empty(),
                                            Optional.empty()));
            assertThat(none.remedy()).contains("agents.summarizer");
        }
    }
}
