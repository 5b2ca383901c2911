package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.App;
import dev.parley.Main;
import dev.parley.base.json.Json;
import dev.parley.base.resource.Version;
import dev.parley.door.cli.shared.Console;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.EventJson;
import dev.parley.testing.Stub;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// The command line as a person meets it, on a clean home with nothing installed but the demo
/// agent.
class ParleyCommandTest {
    @TempDir Path home;

    private final Map<String, String> environment = new HashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private App app;

    @BeforeEach
    void prepare() {
        environment.put("PATH", "/nowhere");
        environment.put("HOME", home.toString());
        environment.put("PARLEY_DEMO_HOME", home.resolve("demo").toString());
    }

    @AfterEach
    void close() {
        if (app != null) {
            app.close();
        }
    }

    private App app() {
        if (app == null) {
            app = new App(environment);
        }
        return app;
    }

    private int parleyReading(String input, String... args) {
        return Main.run(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                this::app,
                args);
    }

    private int parley(String... args) {
        return parleyReading("", args);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private List<Envelope> events() {
        return out().lines().map(line -> EventJson.read(Json.parse(line).orElseThrow())).toList();
    }

    @Test
    void tellsItsVersionWithoutBeingWiredUp() {
        assertEquals(0, parley("--version"));
        assertEquals("parley " + Version.current() + "\n", out());
        assertEquals(null, app);
    }

    @ParameterizedTest
    @ValueSource(strings = {"up", "run", "doctor", "models", "keys", "completion"})
    void everyCommandTeachesItself(String command) {
        assertEquals(0, parley(command, "--help"));
        assertThat(out()).startsWith("Usage: parley " + command).contains("--help");
    }

    @Test
    void helpHasEveryCommandInItsGroupAndExamplesBeforeOptions() {
        var console = new Console(System.in, System.out, System.err, false);
        var names = ParleyCommand.commandLine(this::app, console).getSubcommands().keySet();
        assertThat(HelpLook.GROUPS.values().stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(names);
        assertEquals(0, parley("--help"));
        assertThat(out()).contains("Begin:\n  doctor ", "Serve:\n  up ");
        out.reset();
        assertEquals(0, parley("run", "--help"));
        assertThat(out())
                .containsSubsequence("Examples:", "  parley run --provider codex", "--cwd");
    }

    @ParameterizedTest
    @ValueSource(strings = {"99999", "-1"})
    void aPortThatIsNoneIsRefusedInWords(String port) {
        assertEquals(2, parley("up", "--no-open", "--port", port));
        assertThat(err()).contains(port + " is no port.").doesNotContain("fault");
    }

    @Test
    void saysWhatItCanDoWhenAskedForNothing() {
        assertEquals(0, parley());
        assertThat(out()).contains("run", "doctor", "models", "keys", "up", "completion");
    }

    @Test
    void streamsAnAnswerAsText() {
        assertEquals(
                0, parley("run", "--provider", "demo", "--cwd", home.toString(), "hello", "there"));
        assertThat(out()).contains("You said: “hello there”");
        assertEquals("", err());
    }

    @Test
    void anInputThatIsTooLargeIsRefusedInsteadOfFillingTheMemory() {
        var input = "x".repeat(17 * 1024 * 1024);
        assertEquals(2, parleyReading(input, "run", "--provider", "demo", "-"));
        assertThat(err()).contains("Standard input is larger than 16 MB.");
    }

    @Test
    void printsOneEventPerLineAsJson() {
        assertEquals(
                0, parley("run", "--model", "demo-2", "--json", "--cwd", home.toString(), "think"));
        var events = events();
        assertThat(events.getFirst().event()).isInstanceOf(Event.SessionStarted.class);
        assertEquals("demo-2", ((Event.SessionStarted) events.getFirst().event()).model());
        assertEquals(new Event.SessionEnded(EndReason.COMPLETED, 0), events.getLast().event());
        assertEquals(events.size(), events.getLast().sequenceNumber());
    }

    @Test
    void resumesBySessionKey() {
        parley("run", "--provider", "demo", "--json", "--cwd", home.toString(), "first");
        var session = events().getLast().sessionId();
        out.reset();
        assertEquals(
                0,
                parley("run", "--resume", "demo:" + session, "--cwd", home.toString(), "second"));
        assertThat(out()).contains("turn 2");
    }

    @Test
    void readsThePromptFromStandardInput() {
        assertEquals(
                0,
                parleyReading(
                        "from a pipe", "run", "--provider", "demo", "--cwd", home.toString()));
        assertThat(out()).contains("“from a pipe”");
        out.reset();
        assertEquals(
                0,
                parleyReading(
                        "the diff",
                        "run",
                        "--provider",
                        "demo",
                        "--cwd",
                        home.toString(),
                        "review:",
                        "-"));
        assertThat(out()).contains("review:").contains("the diff");
    }

    @Test
    void aFailedTurnIsExitCodeOneAndASentence() {
        assertEquals(1, parley("run", "--provider", "demo", "--cwd", home.toString(), "error"));
        assertThat(err()).startsWith("parley: ");
    }

    @Test
    void aMissingCliIsNamedWithTheWayToInstallIt() {
        assertEquals(3, parley("run", "--provider", "claude", "--cwd", home.toString(), "hi"));
        assertEquals(
                "parley: CLI not found: claude\nInstall it with: npm install -g @anthropic-ai/claude-code\n",
                err());
    }

    @Test
    void unknownNamesComeWithTheClosestOnes() {
        assertEquals(4, parley("run", "--model", "gpt-5.22", "hi"));
        assertThat(err()).contains("There is no model \"gpt-5.22\"").contains("gpt-5.2");
        err.reset();
        assertEquals(4, parley("run", "--provider", "cluade", "hi"));
        assertThat(err()).contains("Did you mean claude?");
        err.reset();
        assertEquals(2, parley("run", "--model", "o3-deep-research", "hi"));
        assertThat(err()).contains("No CLI runs o3-deep-research");
    }

    @Test
    void anUnknownSessionIsExitCodeFour() {
        assertEquals(4, parley("run", "--resume", "demo:nobody", "--cwd", home.toString(), "hi"));
    }

    @Test
    void whatMakesNoSenseIsExitCodeTwo() {
        assertEquals(2, parley("run", "hi"));
        assertThat(err()).contains("Which agent is to answer?");
        assertEquals(2, parley("run", "--provider", "demo", "--permission", "sometimes", "hi"));
        assertEquals(2, parley("run", "--provider", "demo", "--timeout", "soon", "hi"));
        assertEquals(2, parley("run", "--provider", "demo", "--cwd", "/no/such/directory", "hi"));
        assertEquals(2, parleyReading("   ", "run", "--provider", "demo"));
        assertEquals(2, parley("run", "--no-such-option"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run --provder demo hi | There is no option --provder. | Did you mean --provider",
                "doctr | There is no command \"doctr\". | Did you mean doctor?",
                "keys lst | There is no command \"lst\". | Did you mean list?",
                "export | SESSION is missing. | parley export --help tells what there is.",
                "show one two | \"two\" is one word too many. | parley show --help tells",
                "run --provider | --provider needs its value, ID. | parley run --help tells",
                "run --provider demo --provider codex hi | --provider is given twice. | parley run --help tells",
                "sessions --limit many | --limit: \"many\" is no number. | parley sessions --help tells",
            })
    void aMistypedCommandLineIsAnsweredInTwoLines(String line, String message, String remedy) {
        assertEquals(2, parley(line.split(" ")));
        assertThat(err()).startsWith("parley: " + message + "\n").contains(remedy);
        assertThat(err().lines()).hasSize(2);
    }

    @Test
    void aTimeoutIsExitCode124() {
        assertEquals(
                124,
                parley(
                        "run",
                        "--provider",
                        "demo",
                        "--cwd",
                        home.toString(),
                        "--timeout",
                        "1s",
                        "sleep 600"));
    }

    @Test
    void aBrokenConfigurationIsExitCodeSixAndNamesFileAndKey() throws IOException {
        var config = home.resolve(".config/parley/config.json");
        Files.createDirectories(config.getParent());
        Files.writeString(config, "{\"prot\": 4780}");
        assertEquals(6, parley("models"));
        assertEquals("parley: " + config + ": unknown key \"prot\".\nDid you mean port?\n", err());
    }

    @Test
    void aDataDirectoryThatCannotBeWrittenIsOneSentence() throws IOException {
        Files.writeString(home.resolve("file"), "");
        environment.put("PARLEY_HOME", home.resolve("file").toString());
        assertEquals(6, parley("run", "--provider", "demo", "hi"));
        assertThat(err()).contains("cannot write to its data directory");
    }

    @Test
    void theDoctorReportsProvidersAndWhatParleyNeeds() {
        var bin = home.resolve("bin");
        assertThat(bin.toFile().mkdir()).isTrue();
        Stub.script(bin, "claude", "echo '1.0.5 (Claude Code)'");
        Stub.script(bin, "git", "exit 0");
        environment.put("PATH", bin + ":/usr/bin:/bin");
        assertEquals(0, parley("doctor", "--json"), this::err);
        var report = Json.parse(out()).orElseThrow();
        var claude = report.path("providers").path(0);
        assertEquals("1.0.5", claude.path("version").asString());
        assertEquals(false, claude.path("minimumVersionMet").asBoolean());
        assertEquals(home.resolve(".claude").toString(), claude.path("home").asString());
        assertEquals(false, claude.path("signedIn").asBoolean());
        assertThat(claude.path("signIn").asString()).contains("/login", "ANTHROPIC_API_KEY");
        assertThat(
                        report.path("findings")
                                .valueStream()
                                .map(finding -> finding.path("name").asString()))
                .containsExactly(
                        "jdk",
                        "git",
                        "data",
                        "token",
                        "port",
                        "tools",
                        "config",
                        "profiles",
                        "models",
                        "prices",
                        "roles",
                        "server");
    }

    @Test
    void theDoctorSeesASignInInAFileOrAVariable() throws IOException {
        var bin = Files.createDirectories(home.resolve("bin"));
        Stub.script(bin, "claude", "echo '2.1.300 (Claude Code)'");
        Stub.script(bin, "codex", "echo 'codex-cli 0.200.0'");
        environment.put("PATH", bin + ":/usr/bin:/bin");
        environment.put("CODEX_API_KEY", "sk-test");
        parley("doctor");
        assertThat(out())
                .containsPattern("claude +yes +2.1.300 +not seen ")
                .containsPattern("codex +yes +0.200.0 +yes ")
                .containsPattern("demo +yes +[0-9.]+ +- ")
                .contains("  no sign-in was seen: Run `claude` once");
        out.reset();
        var signIn = Files.createDirectories(home.resolve(".claude"));
        Files.writeString(signIn.resolve(".credentials.json"), "{}");
        parley("doctor");
        assertThat(out())
                .containsPattern("claude +yes +2.1.300 +yes ")
                .doesNotContain("no sign-in");
    }

    @Test
    void aFailureOfACliThatIsNotSignedInSaysWhatToDo() throws IOException {
        var bin = Files.createDirectories(home.resolve("bin"));
        Stub.script(bin, "claude", "cat > /dev/null; exit 1");
        environment.put("PATH", bin + ":/usr/bin:/bin");
        assertEquals(1, parley("run", "--provider", "claude", "--cwd", home.toString(), "hi"));
        assertThat(err())
                .endsWith(
                        "No sign-in of Claude Code was seen. Run `claude` once and type /login, or set ANTHROPIC_API_KEY.\n");
    }

    @Test
    void whoAnswersUnlessNamedIsTheOnlyOneInstalledOrTheConfigured() throws IOException {
        var bin = Files.createDirectories(home.resolve("bin"));
        environment.put("PATH", bin + ":/usr/bin:/bin");
        assertEquals(2, parley("run", "hi"));
        assertThat(err()).contains("None is installed.", "--provider demo");
        var place = home.toString();
        Stub.script(bin, "codex", "cat > /dev/null; echo no codex >&2; exit 1");
        assertEquals(1, parley("run", "--cwd", place, "hi"));
        assertThat(err()).contains("no codex");
        Stub.script(bin, "claude", "exit 1");
        err.reset();
        assertEquals(2, parley("run", "--cwd", place, "hi"));
        assertThat(err()).contains("Installed are claude, codex.", "--provider");
        var config = Files.createDirectories(home.resolve(".config/parley")).resolve("config.json");
        Files.writeString(config, "{\"defaultProvider\": \"demo\"}");
        assertEquals(0, parley("run", "--cwd", place, "hello"));
        assertThat(out()).contains("You said: “hello”");
        Files.writeString(config, "{\"defaultProvider\": \"dmeo\"}");
        err.reset();
        assertEquals(6, parley("run", "--cwd", place, "hello"));
        assertThat(err()).contains("\"defaultProvider\" is \"dmeo\"", "Did you mean demo?");
    }

    @Test
    void aBrokenProfileDisablesOnlyItself() throws IOException {
        var profiles = Files.createDirectories(home.resolve(".config/parley/providers"));
        Files.writeString(profiles.resolve("mine.json"), "{\"id\": \"mine\", \"nmae\": \"Mine\"}");
        assertEquals(0, parley("run", "--provider", "demo", "--cwd", home.toString(), "hi"));
        assertEquals(6, parley("run", "--provider", "mine", "--cwd", home.toString(), "hi"));
        assertThat(err()).contains("mine.json: unknown key \"nmae\".", "Did you mean name?");
    }

    @Test
    void modelsListProvidersAliasesAndApiOnlyOnes() {
        assertEquals(0, parley("models"));
        assertThat(out()).contains("gpt-5.2 ", "(API only)", "deprecated");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void completesInEveryShell(String shell) {
        assertEquals(0, parley("completion", shell));
        assertThat(out()).contains("doctor", "provider", "no-open");
        assertThat(out().replace("\" \"", " "))
                .contains("claude codex gemini opencode kimi qwen demo", "ask edit plan bypass")
                .contains("hour day week month", "text json markdown html", "gpt-5.2")
                .doesNotContain("BYPASS");
    }

    @Test
    void aShellStartsAlthoughAFileIsBroken() throws IOException {
        var config = Files.createDirectories(home.resolve(".config/parley")).resolve("config.json");
        Files.writeString(config, "{");
        assertEquals(0, parley("completion", "fish"));
        assertThat(out()).contains("claude codex gemini");
    }

    @Test
    void fishCompletesCommandsBelowCommands() {
        assertEquals(0, parley("completion", "fish"));
        assertThat(out())
                .contains(
                        "complete -c parley -n '__fish_use_subcommand' -a keys -d ",
                        "complete -c parley -n '__fish_seen_subcommand_from keys; and not __fish_seen_subcommand_from add list remove' -a add -d ",
                        "complete -c parley -n '__fish_seen_subcommand_from keys; and __fish_seen_subcommand_from add' -l model -d ");
    }

    @Test
    void chatsThroughAPipeWithoutAServer() {
        assertEquals(
                0,
                parleyReading(
                        "brief\nbrief again\n",
                        "chat",
                        "--provider",
                        "demo",
                        "--cwd",
                        home.toString(),
                        "--port",
                        "1"));
        assertEquals("Turn 1, demo-1.\n\nTurn 2, demo-1.\n", out());
        assertEquals("", err());
    }

    @Test
    void refusesAChatThatMakesNoSense() {
        assertEquals(4, parley("chat", "--provider", "dmo", "--port", "1"));
        assertThat(err()).contains("There is no provider \"dmo\".");
        assertEquals(2, parley("chat", "--port", "1"));
        assertEquals(4, parley("chat", "--resume", "saaaaaaaaaaaaaaa", "--port", "1"));
        assertEquals(2, parley("chat", "--permission", "yolo"));
    }

    @Test
    void approvalsNeedAServer() {
        assertEquals(4, parley("approvals", "--port", "1"));
        assertThat(err())
                .startsWith("parley: No Parley server is running on port 1.")
                .contains("parley up");
        assertEquals(4, parley("approvals", "allow", "x", "--port", "1"));
        assertEquals(2, parley("approvals", "allow"));
    }

    @Test
    void chatsAndAnswersThroughARunningServer() throws Exception {
        try (var doors = app().newServer(0)) {
            var port = Integer.toString(doors.server().start());
            assertEquals(0, parley("approvals", "--port", port));
            assertEquals("Nothing waits for permission.\n", out());
            out.reset();
            var code = new CompletableFuture<Integer>();
            Thread.startVirtualThread(() ->
                    code.complete(
                            parleyReading(
                                    "brief permission\n",
                                    "chat",
                                    "--provider",
                                    "demo",
                                    "--cwd",
                                    home.toString(),
                                    "--port",
                                    port)));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> err().contains("waits for a yes: parley approvals allow s"));
            var id = err().replaceAll("(?s).*approvals allow (\\S+).*", "$1");
            assertEquals(0, parley("approvals", "--json", "--port", port));
            assertThat(out()).contains("\"approvalId\" : \"" + id + "\"");
            out.reset();
            assertEquals(4, parley("approvals", "allow", "nonsense", "--port", port));
            assertEquals(2, parley("approvals", "allow", id, "--input", "{", "--port", port));
            assertEquals(0, parley("approvals", "allow", id.substring(0, 6), "--port", port));
            assertEquals(0, code.get(60, TimeUnit.SECONDS));
            assertThat(out()).contains("allow " + id).contains("Turn 1, demo-1.");
            assertThat(home.resolve("parley-demo.txt")).exists();
        }
    }
}
