package dev.parley.session.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.event.Event;
import dev.parley.event.Intent;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class SessionGrantTest {
    @TempDir Path directory;
    private Path cwd;

    @BeforeEach
    void open() throws IOException {
        cwd = Files.createDirectories(directory.toRealPath().resolve("project"));
        Files.createDirectories(cwd.resolve(".git/hooks"));
        Files.createSymbolicLink(cwd.resolve("out"), directory.toRealPath());
        Files.createSymbolicLink(cwd.resolve("hook"), cwd.resolve(".git/hooks/pre-commit"));
    }

    private Event.ApprovalRequested question(String tool, JsonNode input) {
        return new Event.ApprovalRequested("1", tool, "harmless", input, List.of())
                .meaning(Intent.of(input, cwd));
    }

    private SessionGrant grant(String tool, JsonNode input) {
        return SessionGrant.of(question(tool, input), cwd).orElseThrow();
    }

    private static JsonNode file(String name) {
        return Json.object().put("file_path", name).put("content", "x");
    }

    private static JsonNode command(String line) {
        return Json.object().put("command", line).put("description", "harmless");
    }

    @Test
    void aChangeOfAFileAllowsChangesOfOthersInTheProject() {
        var grant = grant("Write", file("src/one.txt"));
        assertEquals(
                "every change of a file below "
                        + cwd
                        + ", except in hidden folders and files (such as .git)",
                grant.text());
        assertThat(grant.covers(question("Edit", file(cwd + "/deep/er/two.txt")))).isTrue();
        var changes = Json.object();
        changes.putArray("changes").addObject().put("path", "three.txt").putObject("kind");
        assertThat(grant.covers(question("apply_patch", changes))).isTrue();
        assertThat(grant.covers(question("Read", file("two.txt")))).isFalse();
        assertThat(grant.covers(question("Bash", command("touch two.txt")))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../outside.txt",
                "src/../../outside.txt",
                "/etc/passwd",
                ".git/hooks/pre-commit",
                ".env",
                "src/.claude/settings.json",
                "out/through-a-link.txt",
                "hook",
                "."
            })
    void nothingBesideOrHidden(String name) {
        assertThat(grant("Write", file("one.txt")).covers(question("Write", file(name)))).isFalse();
        var only = grant("Write", file(name));
        assertThat(only.text()).startsWith("every Write of /");
        assertThat(only.covers(question("Write", file(name)))).isTrue();
        assertThat(only.covers(question("Write", file("one.txt")))).isFalse();
    }

    @Test
    void everyFileOfAPatchHasToBeCovered() {
        var patch =
                Json.object()
                        .put(
                                "patchText",
                                "*** Begin Patch\n*** Update File: a\n*** Move to: ../b\n*** End Patch");
        assertThat(grant("write", file("one.txt")).covers(question("apply_patch", patch)))
                .isFalse();
    }

    @Test
    void aCommandAllowsOnlyItselfInTheSamePlace() {
        var grant = grant("Bash", command("npm test"));
        assertEquals("exactly this command in " + cwd, grant.text());
        assertThat(grant.covers(question("Bash", command("npm test")))).isTrue();
        assertThat(grant.covers(question("Bash", command("npm test; rm -rf ~")))).isFalse();
        var elsewhere = Json.object().put("command", "npm test").put("workdir", "/etc");
        assertThat(grant.covers(question("Bash", elsewhere))).isFalse();
    }

    @Test
    void anAddressAllowsItsHostAndAnotherToolItself() {
        var url = Json.object().put("url", "https://example.org/a");
        var grant = grant("webfetch", url);
        assertEquals("every webfetch from https://example.org", grant.text());
        var other = Json.object().put("url", "https://example.org.evil.net/a");
        assertThat(
                        grant.covers(
                                question(
                                        "webfetch",
                                        Json.object().put("url", "https://EXAMPLE.org/b"))))
                .isTrue();
        assertThat(grant.covers(question("webfetch", other))).isFalse();

        var tool = grant("mcp__lab__echo", Json.object().put("text", "a"));
        assertEquals("every use of mcp__lab__echo, whatever its arguments", tool.text());
        assertThat(tool.covers(question("mcp__lab__echo", Json.object().put("text", "b"))))
                .isTrue();
        assertThat(tool.covers(question("mcp__lab__other", Json.object().put("text", "b"))))
                .isFalse();
        assertThat(tool.covers(question("mcp__lab__echo", command("ls")))).isFalse();
    }

    @Test
    void aTitleThatTheAgentChoseAllowsOnlyTheSameArguments() {
        var status = Json.object().put("title", "git status").put("kind", "execute");
        var grant = grant("git status", status);
        assertEquals("every use of git status with exactly these arguments", grant.text());
        var other = status.deepCopy().put("input", "rm -rf ~");
        assertThat(grant.covers(question("git status", other))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"url\":\"https://example.org/b\",\"command\":\"rm -rf ~\"}",
                "{\"url\":\"https://example.org/b\",\"file_path\":\"/etc/passwd\"}",
                "{\"url\":\"https://example.org/b\",\"kind\":\"execute\"}",
                "\"https://example.org/b\""
            })
    void aVisitIsNothingElse(String input) {
        var grant = grant("webfetch", Json.object().put("url", "https://example.org/a"));
        assertThat(grant.covers(question("webfetch", Json.parse(input).orElseThrow()))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"title\":\"x\",\"kind\":\"execute\"}",
                "{\"file_path\":\"/etc/passwd\"}",
                "\"rm -rf ~\""
            })
    void aTitleLikeAToolsNameIsNotThatTool(String input) {
        var grant = grant("mcp__lab__echo", Json.object().put("text", "a"));
        var asked = question("mcp__lab__echo", Json.parse(input).orElseThrow());
        assertThat(grant.covers(asked)).isFalse();
    }

    @Test
    void aWayBackThroughALinkIsNotCovered() throws IOException {
        Files.createDirectories(cwd.resolve("src"));
        var grant = grant("Write", file("one.txt"));
        assertThat(grant.covers(question("Write", file(cwd + "/src/../two.txt")))).isTrue();
        assertThat(grant.covers(question("Write", file(cwd + "/out/../two.txt")))).isFalse();
    }

    @Test
    void aCommandIsAllThatItsToolIsGiven() {
        var push = Json.object().put("command", "git");
        push.putArray("args").add("push");
        var grant = grant("run", push);
        var reset = Json.object().put("command", "git");
        reset.putArray("args").add("reset").add("--hard");
        assertThat(grant.covers(question("run", push.deepCopy().put("timeout", 5)))).isTrue();
        assertThat(grant.covers(question("run", reset))).isFalse();
        assertThat(grant.covers(question("run", push.deepCopy().put("cmd", "rm -rf /")))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"file_path\":\"a\",\"edits\":[{\"filePath\":\"/etc/passwd\"}]}",
                "{\"file_path\":\"a\",\"destination\":\"/etc/cron.d/x\"}",
                "{\"file_path\":\"a\",\"whatever\":\"/etc/cron.d/x\"}",
                "{\"file_path\":\"a\",\"whatever\":[\"../../x\"]}",
                "{\"file_path\":\"a\",\"files\":[\"/etc/passwd\"]}",
                "{\"file_path\":\"file:///etc/passwd\"}",
                "{\"file_path\":\"~/x\"}",
                "{\"file_path\":\"~root/x\"}",
                "{\"file_path\":\"$HOME/x\"}",
                "{\"file_path\":\"a\",\"kind\":\"delete\"}"
            })
    void aPlaceElsewhereIsNotCoveredUnderWhateverName(String input) {
        var asked = question("Write", Json.parse(input).orElseThrow());
        assertThat(grant("Write", file("one.txt")).covers(asked)).isFalse();
    }

    @Test
    void whatCouldBeAnythingAllowsOnlyTheSameAgain() {
        var network = Json.object().set("network", Json.object().put("enabled", true));
        var grant = grant("request_permissions", network);
        assertEquals("every use of request_permissions with exactly these arguments", grant.text());
        assertThat(grant.covers(question("request_permissions", network))).isTrue();
        assertThat(grant.covers(question("request_permissions", Json.object().put("all", true))))
                .isFalse();
        assertThat(SessionGrant.of(question("Bash", null), cwd)).isEmpty();
        assertThat(
                        SessionGrant.of(
                                question("ask", Json.object().set("questions", Json.array())), cwd))
                .isEmpty();
    }
}
