package dev.parley.tool.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.base.problem.Problem;
import dev.parley.process.Supervisor;
import dev.parley.tool.StubTool;
import dev.parley.tool.ToolRegistry;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

class OwnToolsTest {
    @TempDir Path directory;
    private Path folder;
    private Path project;
    private Path elsewhere;
    private Supervisor supervisor;
    private ToolSettings settings = ToolSettings.none();
    private OwnTools tools;

    @BeforeEach
    void open() throws IOException {
        var root = directory.toRealPath();
        folder = Files.createDirectories(root.resolve("config/tools"));
        project = Files.createDirectories(root.resolve("project"));
        elsewhere = Files.createDirectories(root.resolve("elsewhere"));
        Files.createDirectories(project.resolve(".parley/tools"));
        Files.createDirectories(project.resolve("sub"));
        supervisor = new Supervisor(root.resolve("ledgers"));
        var board = new ToolRegistry();
        board.register(StubTool.named("ask_board", _ -> "ok"));
        board.register(StubTool.named("see_board", _ -> "ok"));
        tools =
                new OwnTools(
                        Map.of("board", board),
                        folder,
                        new ToolMaker(supervisor, Map.of(), 10_000)::make,
                        () -> settings,
                        path -> path.startsWith(root.resolve("worktrees")) ? project : path,
                        Clock.systemUTC());
    }

    @AfterEach
    void close() {
        supervisor.close();
    }

    private static void declare(Path folder, String file, String name) throws IOException {
        Files.writeString(
                folder.resolve(file + ".json"),
                "{\"name\":\"%s\",\"description\":\"d\",\"command\":[\"true\"]}".formatted(name));
    }

    private void declareInProject(String name) throws IOException {
        declare(project.resolve(".parley/tools"), name, name);
    }

    private void trust() {
        settings = new ToolSettings(null, Map.of(), List.of(project));
    }

    @Test
    void everythingIsThereUnlessSomethingIsSet() throws IOException {
        declare(folder, "mine", "mine");

        assertThat(tools.usual(elsewhere)).containsExactly("ask_board", "see_board", "mine");
    }

    @Test
    void aProjectNobodyTrustsOffersNothing() throws IOException {
        declareInProject("theirs");

        assertThat(tools.usual(project)).doesNotContain("theirs");
        assertThat(tools.in(project).has("theirs")).isFalse();
        assertThat(tools.findUntrusted(project.resolve("sub"))).contains(project);
        assertThatThrownBy(() -> tools.chosen(project, List.of("theirs")))
                .isInstanceOf(Problem.class);
    }

    @Test
    void aTrustedProjectOffersItsToolsInItAndBelowAndNowhereElse() throws IOException {
        declareInProject("theirs");
        trust();

        assertThat(tools.usual(project)).contains("theirs");
        assertThat(tools.usual(project.resolve("sub"))).contains("theirs");
        assertThat(tools.in(elsewhere).has("theirs")).isFalse();
        assertThat(tools.in(project.resolveSibling("project2")).has("theirs")).isFalse();
        assertThat(tools.findUntrusted(project)).isEmpty();
    }

    /// A link to a trusted directory is that directory; one inside it that leads out is not.
    @Test
    void linksAreFollowedBeforeAnythingIsTrusted() throws IOException {
        declareInProject("theirs");
        trust();
        var in = Files.createSymbolicLink(elsewhere.resolve("in"), project);
        var out = Files.createSymbolicLink(project.resolve("out"), elsewhere);

        assertThat(tools.in(in).has("theirs")).isTrue();
        assertThat(tools.in(out).has("theirs")).isFalse();
    }

    @Test
    void aWorktreeBelongsToItsRepository() throws IOException {
        declareInProject("theirs");
        trust();
        var worktree = Files.createDirectories(directory.toRealPath().resolve("worktrees/w"));
        // An agent may write there what it likes.
        declare(Files.createDirectories(worktree.resolve(".parley/tools")), "new", "new");

        assertThat(tools.usual(worktree)).contains("theirs").doesNotContain("new");
    }

    @Test
    void aBrokenDeclarationTakesNoOtherWithIt() throws IOException {
        declare(folder, "good", "good");
        Files.writeString(folder.resolve("bad.json"), "{\"name\":");
        declare(folder, "odd", "Odd-Name");
        Files.writeString(
                folder.resolve("schema.json"),
                "{\"name\":\"s\",\"description\":\"d\",\"command\":[\"x\"],\"schema\":{\"type\":5}}");

        assertThat(tools.usual(elsewhere)).contains("good");
        assertThat(tools.shelf(elsewhere).broken())
                .extracting(BrokenTool::name)
                .containsExactlyInAnyOrder("bad", "Odd-Name", "s");
        assertThat(tools.broken())
                .allSatisfy(one -> assertThat(one.reason()).contains(one.file().toString()));
        assertThatThrownBy(() -> tools.chosen(elsewhere, List.of("bad")))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("\"bad\" cannot be used");
    }

    @Test
    void namesThatAreTakenAreRefused() throws IOException {
        declare(folder, "a", "ask_board");
        declare(folder, "b", "board");
        declare(folder, "c", "none");
        declare(folder, "d", "mine");
        declare(folder, "e", "mine");
        declareInProject("mine");
        trust();

        assertThat(tools.shelf(project).broken())
                .extracting(BrokenTool::file)
                .extracting(file ->
                        file.getParent().getParent().getFileName() + "/" + file.getFileName())
                .containsExactly(
                        "config/a.json",
                        "config/b.json",
                        "config/c.json",
                        "config/e.json",
                        ".parley/mine.json");
        assertThat(tools.shelf(project).broken().getFirst().reason())
                .contains("\"ask_board\" is a name of Parley's own");
    }

    /// A pipe would never end, a link may lead to a device.
    @Test
    void onlyFilesOfAReasonableSizeAreRead() throws Exception {
        var pipe = folder.resolve("pipe.json");
        assertThat(
                        new ProcessBuilder("mkfifo", pipe.toString())
                                .start()
                                .waitFor(20, TimeUnit.SECONDS))
                .isTrue();
        Files.createSymbolicLink(folder.resolve("zero.json"), Path.of("/dev/zero"));
        Files.createSymbolicLink(folder.resolve("nothing.json"), Path.of("/nowhere"));
        Files.createDirectory(folder.resolve("folder.json"));
        Files.writeString(folder.resolve("large.json"), " ".repeat(2 * 1024 * 1024));

        assertThat(tools.shelf(elsewhere).broken())
                .extracting(BrokenTool::name)
                .containsExactly("folder", "large", "nothing", "pipe", "zero");
    }

    @Test
    void changesCountFromTheNextQuestionOn() throws IOException {
        assertThat(tools.usual(elsewhere)).doesNotContain("mine");
        declare(folder, "mine", "mine");
        assertThat(tools.usual(elsewhere)).contains("mine");
        declare(folder, "mine", "ours");
        assertThat(tools.usual(elsewhere)).contains("ours").doesNotContain("mine");
        Files.delete(folder.resolve("mine.json"));
        assertThat(tools.usual(elsewhere)).doesNotContain("ours");
        assertThat(tools.in(elsewhere)).isSameAs(tools.in(elsewhere));
    }

    @Test
    void theNearestProjectSaysWhatIsUsual() throws IOException {
        declare(folder, "mine", "mine");
        settings =
                new ToolSettings(
                        List.of("see_board"),
                        Map.of(
                                project,
                                List.of("default", "gone"),
                                project.resolve("sub"),
                                List.of()),
                        List.of());

        assertThat(tools.usual(elsewhere)).containsExactly("see_board");
        assertThat(tools.usual(project)).containsExactly("ask_board", "see_board", "mine");
        assertThat(tools.unknownWords(project)).containsExactly("gone");
        assertThat(tools.usual(project.resolve("sub"))).isEmpty();
    }

    @Test
    void aRequestNamesToolsAndGroups() throws IOException {
        declare(folder, "mine", "mine");
        settings = new ToolSettings(List.of("see_board"), Map.of(), List.of());

        assertThat(tools.chosen(elsewhere, List.of("mine", "board")))
                .containsExactly("mine", "ask_board", "see_board");
        assertThat(tools.chosen(elsewhere, List.of("own", "default")))
                .containsExactly("mine", "see_board");
        assertThat(tools.chosen(elsewhere, List.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"ask_bord, Did you mean ask_board or see_board?", "borad, Did you mean board?"})
    void aNameNoToolHasIsAnErrorWithTheClosest(String word, String remedy) {
        assertThatThrownBy(() -> tools.chosen(elsewhere, List.of(word)))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.remedy()).isEqualTo(remedy));
        settings = new ToolSettings(List.of(word), Map.of(), List.of());
        assertThatThrownBy(() -> tools.check("config.json"))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem ->
                                assertThat(problem.kind())
                                        .isEqualTo(Problem.Kind.BROKEN_CONFIGURATION));
    }

    /// Whoever breaks a declaration must still be able to start Parley.
    @Test
    void aBrokenDeclarationMayBeNamedInTheSettings() throws IOException {
        Files.writeString(folder.resolve("mine.json"), "{");
        settings = new ToolSettings(List.of("mine", "board", "default"), Map.of(), List.of());

        tools.check("config.json");
    }
}
