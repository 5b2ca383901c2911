package dev.parley.provider.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.event.Event;
import dev.parley.event.Permission;
import dev.parley.event.Usage;
import dev.parley.provider.ProviderProfile;
import dev.parley.testing.Profiles;
import dev.parley.testing.Turn;
import dev.parley.wire.Ending;
import dev.parley.wire.OneShotDialect;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The demo agent as Parley runs it for one turn: profile, arguments, output, dialect.
class DemoOneShotTest {
    @TempDir Path directory;
    private Path cwd;
    private ProviderProfile profile;

    /// One run, as the dialect of its format understood it.
    private record Run(
            int exitCode, String out, String err, List<Event> events, Optional<String> nativeId) {
        <T extends Event> T only(Class<T> type) {
            return type.cast(events.stream().filter(type::isInstance).toList().getFirst());
        }

        String answer() {
            return only(Event.AssistantSaid.class).content();
        }
    }

    @BeforeEach
    void prepare() throws IOException {
        cwd = Files.createDirectory(directory.resolve("project"));
        profile = Profiles.of("demo");
    }

    @Test
    void aTurnStartsThinksStreamsAnswersAndCounts() {
        var run = run(request("hello"));
        assertEquals(0, run.exitCode());
        assertEquals("", run.err());
        assertEquals(
                List.of(
                        "SessionStarted",
                        "Thought",
                        "AssistantStreamed",
                        "AssistantSaid",
                        "TokensUsed"),
                run.events().stream()
                        .map(event -> event.getClass().getSimpleName())
                        .distinct()
                        .toList());
        assertEquals(cwd.toString(), run.only(Event.SessionStarted.class).cwd());
        var pieces = new StringBuilder();
        run.events()
                .forEach(event -> {
                    if (event instanceof Event.AssistantStreamed(var content, _)) {
                        pieces.append(content);
                    }
                });
        assertEquals(run.answer(), pieces.toString());
        var output = (run.answer().length() + 3) / 4;
        assertEquals(
                new Usage(2, output + 7, null, 7L, null), run.only(Event.TokensUsed.class).usage());
    }

    @Test
    void aToolReallyLooksAtTheDirectory() throws IOException {
        Files.createDirectory(cwd.resolve("src"));
        for (var number = 10; number < 35; number++) {
            Files.writeString(cwd.resolve("file-" + number), "");
        }
        var run = run(request("use a tool"));
        assertEquals("list_files", run.only(Event.ToolCalled.class).name());
        var output = run.only(Event.ToolReturned.class).output().lines().toList();
        assertEquals(21, output.size());
        assertEquals("file-10", output.getFirst());
        assertEquals("… and 6 more", output.getLast());
        assertThat(run.answer()).contains("26 entries");
    }

    @ParameterizedTest
    @EnumSource(Permission.class)
    void writesItsFileOnlyWhereItMay(Permission permission) {
        var run = run(Turn.of("edit", cwd, permission));
        var may = permission == Permission.EDIT || permission == Permission.BYPASS;
        assertEquals(0, run.exitCode());
        assertEquals(may, Files.exists(cwd.resolve("parley-demo.txt")));
        assertEquals(!may, run.only(Event.ToolReturned.class).isError());
        assertThat(run.answer())
                .contains(may ? "I wrote `parley-demo.txt`." : "I was not permitted");
    }

    @Test
    void aLinkInPlaceOfTheFileIsNotFollowed() throws IOException {
        var elsewhere = Files.writeString(directory.resolve("elsewhere"), "precious");
        Files.createSymbolicLink(cwd.resolve("parley-demo.txt"), elsewhere);
        var run = run(Turn.of("edit", cwd, Permission.BYPASS));
        assertEquals("precious", Files.readString(elsewhere));
        assertThat(run.answer()).contains("`write_file` failed");
    }

    @Test
    void aFailedTurnSaysSoAndExitsWithOne() {
        var run = run(request("error"));
        assertEquals(1, run.exitCode());
        assertEquals(
                Event.Failed.fatal("The demo agent failed, as you asked.", "demo_error"),
                run.events().getLast());
    }

    @Test
    void aCrashLeavesLastWordsAndAnUnfinishedAnswer() {
        var run = run(request("crash"));
        assertEquals(3, run.exitCode());
        assertEquals(
                Event.Failed.fatal("The demo agent crashed, as you asked.", "exit_3"),
                run.events().getLast());
        assertThat(run.events()).noneMatch(Event.AssistantSaid.class::isInstance);
    }

    @Test
    void aLineNobodyKnowsIsShownRaw() {
        assertEquals(
                new Event.Unrecognized(DemoScript.UNKNOWN_LINE, "No event type demo.riddle"),
                run(request("unknown")).only(Event.Unrecognized.class));
    }

    @Test
    void aSlowAnswerIsThereInTheEnd() {
        assertThat(run(request("slow, sleep 0")).answer()).contains("You said");
    }

    @Test
    void aResumedSessionKnowsItsTurns() throws IOException {
        var first = run(request("one"));
        var id = first.nativeId().orElseThrow();
        run(request("error").resuming(id));
        var third = run(request("three").resuming(id));
        assertThat(third.answer()).contains("This is turn 3 of our conversation.");
        assertEquals(Optional.of(id), third.nativeId());
        var file = directory.resolve("home/sessions/" + id + ".jsonl");
        assertEquals(
                List.of("user one", "assistant", "user error", "user three", "assistant"),
                Files.readAllLines(file).stream()
                        .map(line -> Json.parseObject(line).orElseThrow())
                        .map(line ->
                                line.path("role").asString().equals("user")
                                        ? "user " + line.path("text").asString()
                                        : "assistant")
                        .toList());
        assertThat(Files.readString(file)).contains("\"time\":\"2026-01-02T03:04:05Z\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000", "../../project/x", "", "a/b", "x\u0000y"})
    void aSessionThatIsNotThereIsNotFound(String id) {
        var run = call("hello", "--one-shot", "--resume", id);
        assertEquals(4, run.exitCode());
        assertEquals("The demo agent has no session \"" + id + "\".\n", run.err());
        assertEquals(
                Event.Failed.fatal(run.err().strip(), OneShotDialect.SESSION_NOT_FOUND),
                run.events().getLast());
    }

    @Test
    void aHalfWrittenLineOfHistoryIsSkipped() throws IOException {
        var id = run(request("one")).nativeId().orElseThrow();
        var file = directory.resolve("home/sessions/" + id + ".jsonl");
        Files.writeString(file, Files.readString(file) + "{\"role\":\"user\",\"te\n");
        assertThat(run(request("two").resuming(id)).answer()).contains("This is turn 2");
    }

    @Test
    void theModelAndTheSystemPromptShowUp() {
        var run = run(request("hello").withModel("demo-2").withSystem("Be “kind”."));
        assertEquals("demo-2", run.only(Event.SessionStarted.class).model());
        assertThat(run.answer()).contains("(demo-2)").contains("My instructions: “Be “kind”.”");
    }

    @Test
    void tellsItsVersion() {
        var run = call("", "--version");
        assertEquals(0, run.exitCode());
        assertEquals("demo 1.0.0\n", run.out());
    }

    @Test
    void saysWhatIsWrongWithItsArguments() {
        assertRefused("The demo agent needs to be told how to speak.", "hi");
        assertRefused("The demo agent knows no mode \"--live\".", "hi", "--live");
        assertRefused("The demo agent knows no option \"--x\".", "hi", "--one-shot", "--x");
        assertRefused("--model needs a value.", "hi", "--one-shot", "--model");
        assertRefused("Did you mean demo-1", "hi", "--one-shot", "--model", "demo-3");
        assertRefused("Did you mean plan?", "hi", "--one-shot", "--permission", "pla");
        assertRefused("There is no prompt.", " \n", "--one-shot");
    }

    private void assertRefused(String message, String input, String... arguments) {
        var run = call(input, arguments);
        assertEquals(2, run.exitCode());
        assertEquals("", run.out());
        assertThat(run.err()).contains(message);
    }

    private Turn request(String prompt) {
        return Turn.of(prompt, cwd, Permission.ASK);
    }

    private Run run(Turn request) {
        var invocation = Turn.invoke(profile, request);
        var arguments = invocation.arguments();
        assertEquals("demo-agent", arguments.getFirst());
        return call(
                invocation.input(), arguments.subList(1, arguments.size()).toArray(String[]::new));
    }

    private Run call(String input, String... arguments) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var environment =
                Map.of(
                        "PARLEY_DEMO_HOME",
                        directory.resolve("home").toString(),
                        "PARLEY_DEMO_PAUSE_MS",
                        "1");
        var exitCode =
                DemoAgent.run(
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(out, true, StandardCharsets.US_ASCII),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        environment,
                        List.of(arguments),
                        cwd,
                        Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC));
        var text = out.toString(StandardCharsets.UTF_8);
        return understood(exitCode, text, err.toString(StandardCharsets.UTF_8));
    }

    private Run understood(int exitCode, String out, String err) {
        var dialect = profile.findOneShot().orElseThrow().format().newDialect(Optional.empty());
        var events = new ArrayList<Event>();
        Optional<String> nativeId = Optional.empty();
        for (var line : out.lines().toList()) {
            var step = dialect.hear(line);
            events.addAll(step.events());
            nativeId = nativeId.or(() -> Optional.ofNullable(step.nativeId()));
        }
        events.addAll(dialect.end(new Ending(exitCode, err)).events());
        return new Run(exitCode, out, err, events, nativeId);
    }
}
