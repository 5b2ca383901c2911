package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.base.screen.ColumnWidth;
import dev.parley.testing.Commands;
import dev.parley.testing.StoredMachine;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// The commands over the history, on a machine on which all CLIs were used.
class HistoryCommandsTest {
    private static final String CLAUDE = "4977e079-78bf-4afb-82a6-674f2fb33cad";

    @TempDir Path home;

    private Commands parley;
    private Path file;

    @BeforeEach
    void open() throws IOException {
        new StoredMachine(home);
        file = home.resolve(".claude/projects/-home-dev-acme/" + CLAUDE + ".jsonl");
        parley = new Commands(home);
    }

    @AfterEach
    void close() {
        parley.close();
    }

    private JsonNode json() {
        return Json.parse(parley.out()).orElseThrow();
    }

    private void say(String text) throws IOException {
        var line =
                Json.object()
                        .put("type", "user")
                        .put("uuid", "u-more")
                        .put("timestamp", "2026-11-16T02:00:00Z")
                        .put("sessionId", CLAUDE);
        line.set("message", Json.object().put("role", "user").put("content", text));
        Files.writeString(file, Json.write(line) + "\n", StandardOpenOption.APPEND);
    }

    @Test
    void theNewestSessionIsCalledLast() {
        parley.run("sessions", "--limit", "1", "--json");
        var newest = json().path(0).path("key").asString();
        assertEquals(0, parley.run("show", "last", "--format", "json"));
        var last = parley.out();
        assertEquals(0, parley.run("show", newest, "--format", "json"));
        assertEquals(parley.out(), last);
    }

    @Test
    void anExportReplacesAFileOnlyWithAWholeOne() throws IOException {
        var talk = home.resolve("talk.parley");
        var out = talk.toString();
        assertEquals(0, parley.run("export", "last", "--out", out));
        var whole = Files.readString(talk);
        assertEquals(2, parley.run("export", "last", "--out", out));
        assertThat(parley.err()).contains("is there already");
        assertEquals(4, parley.run("export", "nothing-like-it", "--out", out, "--force"));
        assertEquals(whole, Files.readString(talk));
        assertEquals(0, parley.run("export", "last", "--out", out, "--force"));
        assertEquals(whole, Files.readString(talk));
    }

    @Test
    void aSessionIsOneLineOfATerminalWithAnIdThatNamesIt() {
        assertEquals(0, parley.runOnTerminal(80, "sessions", "--limit", "50"));
        var lines = parley.seen().lines().skip(1).filter(line -> !line.contains("more:")).toList();
        assertThat(lines)
                .isNotEmpty()
                .allSatisfy(line -> assertThat(ColumnWidth.of(line)).isLessThanOrEqualTo(80));
        var id = lines.getFirst().split("\\s{2,}")[2];
        assertEquals(0, parley.run("show", id));
    }

    @Test
    void aSessionThatIsNotNamedCanBePickedInATerminalOnly() {
        for (var command : List.of("show", "resume")) {
            assertEquals(2, parley.run(command));
            assertThat(parley.err())
                    .contains("No session is named.", "\"last\"", "In a terminal you can pick");
        }
    }

    @Test
    void theLastSessionGoesOn() {
        assertEquals(0, parley.run("run", "--provider", "demo", "first"));
        assertEquals(0, parley.run("run", "--resume", "last", "second"));
        assertThat(parley.out()).contains("This is turn 2");
    }

    @Test
    void listsSessionsNewestFirst() {
        assertEquals(0, parley.run("sessions", "--limit", "3"));
        assertThat(parley.out().lines().toList()).hasSize(5);
        assertThat(parley.out()).startsWith("UPDATED").contains(" more: --limit ");

        assertEquals(0, parley.run("sessions", "--provider", "claude", "--json"));
        assertThat(json().valueStream().map(one -> one.path("provider").asString()).distinct())
                .containsExactly("claude");
        assertThat(json().get(0).path("key").asString()).startsWith("claude:");
        assertThat(json().valueStream().map(one -> one.path("parent").isMissingNode()))
                .containsOnly(true);

        assertEquals(0, parley.run("sessions", "--project", "acme", "--json"));
        assertThat(json().valueStream().map(one -> one.path("project").asString()))
                .isNotEmpty()
                .allMatch(path -> path.endsWith("/acme"));
    }

    /// Options with an equals sign are read by picocli, the others are not.
    @Test
    void tellsTheSameHoweverItIsAsked() {
        parley.run("sessions", "--limit", "7", "--provider", "codex", "--subagents");
        var sessions = parley.out();
        parley.run("sessions", "--limit=7", "--provider=codex", "--subagents");
        assertEquals(sessions, parley.out());

        parley.run("usage", "--by", "model", "--since", "2026-01-01", "--json");
        var usage = parley.out();
        parley.run("usage", "--by=model", "--since=2026-01-01", "--json");
        assertEquals(usage, parley.out());

        assertEquals(2, parley.run("sessions", "--limit", "many"));
        assertEquals(0, parley.run("usage", "--help"));
        assertThat(parley.out()).contains("--since");
    }

    @Test
    void refusesWhatMakesNoSense() throws IOException {
        assertEquals(4, parley.run("sessions", "--provider", "nobody"));
        assertEquals(4, parley.run("search", "hello", "provider:nobody"));
        assertThat(parley.err()).contains("There is no provider \"nobody\".");
        assertEquals(2, parley.run("sessions", "--limit", "0"));
        assertEquals(4, parley.run("show", "nothing-like-it"));
        assertEquals(2, parley.run("show", "0000"));
        assertThat(parley.err()).contains("may be any of");
        assertEquals(2, parley.run("show", CLAUDE, "--format", "pdf"));
        assertEquals(2, parley.run("usage", "--by", "mood"));
        assertEquals(2, parley.run("usage", "--since", "someday"));
        // The recorded directory may be there, on the machine of somebody who is called dev.
        var gone = home.resolve("gone").toString();
        Files.writeString(file, Files.readString(file).replace("/home/dev/acme", gone));
        assertEquals(2, parley.run("resume", "claude:" + CLAUDE));
        assertThat(parley.err()).contains("is not there: " + gone);
        assertEquals(
                2,
                parley.run(
                        "resume",
                        "claude:00000022-0000-4000-8000-000000000000:agent-ac74c1108e9ea7919"));
        assertThat(parley.err()).contains("started by another session");
    }

    @Test
    void anImpossibleValueIsLeftOutAndCounted() throws IOException {
        parley.run("index");
        var model = "m".repeat(70_000);
        var line =
                """
                {"type":"assistant","uuid":"u-odd","timestamp":"+1000000000-12-31T23:59:59Z","sessionId":"%s",
                 "message":{"id":"odd","model":"%s","usage":{"input_tokens":9223372036854775807,"output_tokens":5},
                  "content":[{"type":"text","text":"a zebra"}]}}
                """
                        .formatted(CLAUDE, model)
                        .replace("\n", "");
        Files.writeString(file, line + "\n", StandardOpenOption.APPEND);

        assertEquals(0, parley.run("index", "--rebuild", "--json"));
        assertEquals(0, json().path("skippedLines").asLong());
        assertEquals(3, json().path("skippedValues").asLong());
        assertEquals(0, parley.run("index", "--rebuild"));
        assertThat(parley.out()).endsWith(", 3 values skipped.\n");
        assertEquals(0, parley.run("sessions", "--limit", "1000", "--json"));
        var entry =
                json().valueStream()
                        .filter(one -> one.path("sessionId").asString().equals(CLAUDE))
                        .findFirst()
                        .orElseThrow();
        assertEquals(3, entry.path("skippedValues").asLong());
        assertThat(entry.path("models").toString()).doesNotContain("mmm");
        assertEquals(0, parley.run("usage", "--by", "model", "--json"));
        assertThat(parley.out()).doesNotContain("mmm");
        assertEquals(0, parley.run("search", "zebra", "--json"));
        assertEquals(1, json().path("hits").size());
    }

    @Test
    void saysThatThereIsNoSession() {
        assertEquals(0, parley.run("sessions", "--project", "/nowhere"));
        assertThat(parley.out()).startsWith("There is no session in /nowhere. ");
        assertEquals(0, parley.run("sessions", "--project", "/nowhere", "--json"));
        assertEquals("[ ]\n", parley.out());
        assertEquals(0, parley.run("sessions", "--provider", "demo"));
        assertEquals("There is no session of demo yet.\n", parley.out());
    }

    @Test
    void showsASessionByTheBeginningOfItsId() {
        assertEquals(0, parley.run("show", "claude:4977"));
        assertThat(parley.out()).startsWith("Mock session title").contains("\n> ");
        assertEquals(0, parley.run("show", CLAUDE, "--json"));
        var lines = parley.out().lines().map(line -> Json.parse(line).orElseThrow()).toList();
        assertEquals("claude:" + CLAUDE, lines.getFirst().path("key").asString());
        assertEquals("session.start", lines.get(1).path("type").asString());
        var numbers = lines.stream().skip(1).map(one -> one.path("sequenceNumber").asLong());
        assertThat(numbers.toList()).isSorted().doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "json", "markdown", "html"})
    void hidesSecretsAndObeysNothing(String format) throws IOException {
        say(
                "key sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWx <script>alert(1)</script> \u001b]0;evil\u0007 ```");
        assertEquals(0, parley.run("show", CLAUDE, "--format", format));
        assertThat(parley.out()).contains("[secret]").doesNotContain("AbCdEfGhIjKl");
        // Into a pipe text stays as it is; forms that are made for others obey nothing anywhere.
        assertEquals(format.equals("text"), parley.out().contains("\u001b"));
        if (format.equals("markdown")) {
            assertThat(parley.out()).contains("&lt;script>alert(1)").doesNotContain("<script");
        }
        if (format.equals("html")) {
            assertThat(parley.out())
                    .contains("&lt;script&gt;alert(1)")
                    .doesNotContain("<script")
                    .doesNotContainPattern("href=\"[^#]")
                    .contains("<a href=\"#p1\">")
                    .doesNotContain("src=")
                    .endsWith("</html>\n");
        }
    }

    @Test
    void showsASessionOfEveryProvider() {
        parley.run("sessions", "--limit", "1000", "--json", "--subagents");
        var keys = json().valueStream().map(one -> one.path("key").asString()).toList();
        assertThat(keys).hasSizeGreaterThan(15);
        for (var key : keys) {
            assertEquals(0, parley.run("show", key, "--json"), key);
            assertThat(parley.out().lines().count()).as(key).isGreaterThan(1);
        }
    }

    @Test
    void addsUpUsage() {
        for (var by :
                new String[] {
                    "hour", "day", "week", "month", "model", "project", "provider", "session"
                }) {
            assertEquals(0, parley.run("usage", "--by", by));
            assertThat(parley.out()).contains("█").contains("total");
        }
        assertThat(parley.out()).contains("No price is known for:").contains("lab-model");
        assertEquals(0, parley.run("usage", "--by", "provider", "--json"));
        assertThat(json().path("usage").valueStream().map(one -> one.path("name").asString()))
                .contains("claude", "codex");
        assertEquals(0, parley.run("usage", "--since", "2099-01-01", "--json"));
        assertEquals(0, json().path("usage").size());
    }

    @ParameterizedTest
    @CsvSource({
        "60, day",
        "60, model",
        "60, project",
        "80, day",
        "80, model",
        "80, session",
        "160, project",
        "160, session"
    })
    void usageFitsTheTerminal(int columns, String by) {
        assertEquals(0, parley.runOnTerminal(columns, "usage", "--by", by, "--models"));
        assertThat(parley.out().lines().filter(line -> !line.startsWith("No price")))
                .allSatisfy(line ->
                        assertThat(ColumnWidth.of(line.replaceAll("\u001b\\[[0-9]*m", "")))
                                .as(line)
                                .isLessThanOrEqualTo(columns));
    }

    @Test
    void usageTellsTitlesAndModelsAndLeavesOutWhatIsNotAskedFor() {
        assertEquals(0, parley.run("usage", "--by", "session", "--models", "--json"));
        var one =
                json().path("usage")
                        .valueStream()
                        .filter(line -> line.path("name").asString().equals("claude:" + CLAUDE))
                        .findFirst()
                        .orElseThrow();
        assertEquals("Mock session title", one.path("title").asString());
        assertEquals(
                one.path("inputTokens").asLong(),
                one.path("models")
                        .valueStream()
                        .mapToLong(model -> model.path("inputTokens").asLong())
                        .sum());

        assertEquals(0, parley.run("usage", "--by", "provider", "--provider", "codex", "--json"));
        assertThat(json().path("usage").findValuesAsString("name")).containsExactly("codex");
        assertEquals(4, parley.run("usage", "--provider", "nobody"));
        assertEquals(0, parley.run("usage", "--by", "project", "--project", "acme", "--json"));
        assertThat(json().path("usage").findValuesAsString("name"))
                .isNotEmpty()
                .allMatch(name -> name.endsWith("/acme"));
        assertEquals(0, parley.run("usage", "--until", "2020", "--json"));
        assertEquals(0, json().path("usage").size());
        assertEquals(2, parley.run("usage", "--until", "someday"));

        parley.run("usage", "--by", "month", "--json");
        var months = json().path("usage");
        parley.run("usage", "--by", "hour", "--json");
        assertEquals(sum(months), sum(json().path("usage")));
        assertThat(json().path("usage").findValuesAsString("name"))
                .isSorted()
                .allMatch(name -> name.matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:00"));
    }

    private static long sum(JsonNode lines) {
        return lines.valueStream().mapToLong(line -> line.path("outputTokens").asLong()).sum();
    }

    @Test
    void usesTheUsersOwnPrices() throws IOException {
        var config = Files.createDirectories(home.resolve("parley/config"));
        Files.writeString(
                config.resolve("prices.json"),
                "{\"models\":{\"claude-opus-5-5\":{\"input\":1000000,\"output\":1000000}}}");
        parley.run("usage", "--by", "model", "--json");
        var opus =
                json().path("usage")
                        .valueStream()
                        .filter(one -> one.path("name").asString().equals("claude-opus-5-5"))
                        .findFirst()
                        .orElseThrow();
        assertEquals(
                opus.path("inputTokens").asLong() + opus.path("outputTokens").asLong(),
                Math.round(opus.path("cost").asDouble()));
    }

    @Test
    void theIndexCountsAsTheListDoes() {
        assertEquals(0, parley.run("index", "--json"));
        var subagents = json().path("subagents").asInt();
        assertEquals(0, parley.run("sessions", "--limit", "1000", "--json"));
        var listed = json().size();
        assertThat(subagents).isPositive();
        assertEquals(0, parley.run("index"));
        assertThat(parley.out()).contains(listed + " sessions and " + subagents + " of subagents");
    }

    @Test
    void indexesOnceAndAgainWhenAsked() throws IOException {
        assertEquals(0, parley.run("index", "--json"));
        var first = json();
        assertThat(first.path("filesRead").asInt()).isGreaterThan(10);
        Files.writeString(file, "broken\n", StandardOpenOption.APPEND);
        assertEquals(0, parley.run("index"));
        assertThat(parley.out()).startsWith("1 file read; ");
        assertEquals(0, parley.run("index", "--rebuild", "--json"));
        assertEquals(first.path("filesRead"), json().path("filesRead"));
        assertEquals(first.path("skippedLines").asInt() + 1, json().path("skippedLines").asInt());
    }

    @Test
    void resumesInTheProvidersOwnProgramAndPassesItsExitCodeOn() throws IOException {
        var bin = Files.createDirectories(home.resolve("bin"));
        var claude = bin.resolve("claude");
        Files.writeString(
                claude,
                """
                #!/bin/sh
                if [ "$1" = --version ]; then echo "2.1.325 (Claude Code)"; exit 0; fi
                { pwd; echo "$@"; } > "$HOME/called"
                exit 7
                """);
        assertThat(claude.toFile().setExecutable(true)).isTrue();
        parley.close();
        parley = new Commands(home, bin + ":/usr/bin:/bin");

        assertEquals(7, parley.run("resume", CLAUDE, "--cwd", home.toString()));
        assertEquals(
                home.toRealPath() + "\n--resume " + CLAUDE + "\n",
                Files.readString(home.resolve("called")));
    }

    @Test
    void searchesWithoutAServer() throws IOException {
        say("play the xylophone, sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWx");
        assertEquals(0, parley.run("search", "xylophone"));
        assertThat(parley.out())
                .contains("claude:" + CLAUDE)
                .contains("play the xylophone, [secret]")
                .doesNotContain("AbCdEf");
        assertEquals(0, parley.run("search", "--json", "--newest", "xylophone"));
        assertEquals(true, json().path("isComplete").asBoolean());
        assertEquals(1, json().path("hits").size());
        assertEquals(0, parley.run("search", "nothinglikethis"));
        assertThat(parley.out()).contains("Nothing was found.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"author:me", "\"open", "role:boss x", "after:soon x"})
    void refusesAQueryThatMakesNoSense(String query) {
        assertEquals(2, parley.run("search", query));
    }
}
