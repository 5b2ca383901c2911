package dev.parley.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import static java.nio.charset.StandardCharsets.UTF_16LE;

import dev.parley.provider.claude.ClaudeHistory;
import dev.parley.provider.codex.CodexHistory;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.StoredHistory;
import dev.parley.testing.StoredHome;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A line that is read straight from its bytes says the same as one that a parser has to look at,
/// because it is written in a way in which no CLI writes it.
class ScannedLinesTest {
    @TempDir Path folder;

    /// Its events, and what is known of its session.
    private List<Object> read(StoredHistory history, List<String> lines) throws IOException {
        var path = folder.resolve("session.jsonl");
        Files.writeString(path, String.join("\n", lines) + "\n");
        var told = StoredHome.read(history.open(StoredFile.lines(path, "s", null)));
        return List.of(told.events(), told.sessions());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"hello\"",
                "\"日本 \\\"quoted\\\" \\u00e9\\n\"",
                "\"  after blanks\"",
                "\"\\n<command-name>/x</command-name>\"",
                "\"<command-name>/x</command-name>\"",
                "\"<system-reminder>x\"",
                "\"[Request interrupted by user]\"",
                "\"\"",
                "\" \"",
                "null",
                "17",
                "[{\"type\":\"text\",\"text\":\"hello\"}]",
            })
    void ofClaude(String content) throws IOException {
        var line =
                """
                {"type":"%s","parentUuid":null,"message":{"role":"user","content":%s},"uuid":"u1",\
                "timestamp":"2026-11-16T02:00:00.000Z","type":"user"}\
                """;
        var history = new ClaudeHistory("claude");
        assertEquals(
                read(history, List.of(line.formatted("unheard of", content))),
                read(history, List.of(line.formatted("user", content))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "response_item {\"type\":\"function_call_output\",\"call_id\":\"c\",\"output\":\"Exit code: 3\\nno\"}",
                "response_item {\"type\":\"function_call_output\",\"call_id\":\"c\",\"output\":\"plain\"}",
                "response_item {\"type\":\"function_call_output\",\"call_id\":\"c\",\"output\":\" {\\\"output\\\":\\\"in it\\\",\\\"metadata\\\":{\\\"exit_code\\\":1}}\"}",
                "response_item {\"type\":\"function_call_output\",\"call_id\":\"c\",\"output\":[{\"text\":\"part\"}]}",
                "response_item {\"type\":\"function_call_output\",\"call_id\":\"c\",\"output\":{\"content\":\"x\"}}",
                "response_item {\"type\":\"function_call_output\",\"id\":\"i\",\"output\":\"no call\"}",
                "response_item {\"type\":\"custom_tool_call_output\",\"call_id\":\"c\",\"output\":\"日本\"}",
                "response_item {\"type\":\"function_call\",\"call_id\":\"c\",\"name\":\"shell\",\"arguments\":\"{}\"}",
                "response_item {\"type\":\"function_call\",\"call_id\":\"c\",\"name\":\"shell\",\"arguments\":\"{\\\"cmd\\\":\\\"rg \\\\\\\"x\\\\\\\"\\\"}\"}",
                "response_item {\"type\":\"function_call\",\"call_id\":\"c\",\"name\":\"shell\",\"arguments\":\"no json\"}",
                "response_item {\"type\":\"function_call\",\"call_id\":\"c\",\"name\":\"shell\",\"arguments\":\"\"}",
                "response_item {\"type\":\"function_call\",\"call_id\":\"c\",\"name\":\"shell\",\"arguments\":{\"cmd\":\"rg\"}}",
                "response_item {\"type\":\"function_call\",\"id\":\"i\",\"arguments\":\"{}\"}",
                "response_item {\"type\":\"custom_tool_call\",\"call_id\":\"c\",\"name\":\"apply_patch\",\"input\":\"*** Begin Patch\\n+日本\"}",
                "response_item {\"type\":\"custom_tool_call\",\"call_id\":\"c\",\"name\":\"apply_patch\"}",
                "event_msg {\"type\":\"item_completed\",\"item\":{\"type\":\"FileChange\",\"id\":\"i\",\"changes\":{\"/a \\\"b\\\".txt\":{\"type\":\"add\",\"content\":\"x\\n\"},\"/ü/c\":{\"type\":\"update\",\"unified_diff\":\"@@\",\"move_path\":null}},\"status\":\"completed\",\"stdout\":\"Done\\n\",\"stderr\":\"but\"}}",
                "event_msg {\"type\":\"item_completed\",\"item\":{\"type\":\"FileChange\",\"id\":\"i\",\"changes\":{},\"status\":\"declined\",\"stdout\":\"\"}}",
                "event_msg {\"type\":\"item_completed\",\"item\":{\"type\":\"FileChange\",\"id\":\"i\",\"changes\":{\"/a\":\"b\"},\"status\":\"failed\",\"stdout\":\"\",\"stderr\":\"\"}}",
                "event_msg {\"type\":\"item_completed\",\"item\":{\"type\":\"FileChange\",\"id\":\"i\",\"changes\":null,\"status\":\"failed\",\"error\":{\"message\":\"no\"},\"stdout\":\"\",\"stderr\":\"\"}}",
                "event_msg {\"type\":\"item_completed\",\"item\":{\"type\":\"FileChange\",\"id\":\"i\",\"changes\":{\"/a\":{\"type\":\"delete\"}},\"aggregated_output\":\"all\",\"stdout\":\"part\",\"exit_code\":1}}",
                "event_msg {\"type\":\"item_completed\",\"item\":{\"type\":\"FileChange\",\"changes\":{\"/a\":{\"type\":\"delete\"}},\"status\":\"completed\"}}",
                "response_item {\"type\":\"message\",\"role\":\"user\",\"content\":[]}",
                "event_msg {\"type\":\"user_message\",\"message\":\"a \\\"prompt\\\"\",\"images\":[]}",
                "event_msg {\"type\":\"user_message\"}",
                "event_msg {\"type\":\"agent_message\",\"message\":\"said\"}",
                "event_msg {\"type\":\"agent_message\",\"message\":null}",
                "event_msg {\"type\":\"agent_reasoning\",\"text\":\"thought\"}",
            })
    void ofCodex(String line) throws IOException {
        var type = line.substring(0, line.indexOf(' '));
        var payload = line.substring(type.length() + 1);
        var meta =
                """
                {"timestamp":"2026-11-16T02:00:00.000Z","type":"session_meta","payload":{"id":"t","cwd":"/home/dev"}}\
                """;
        var usual =
                """
                {"timestamp":"2026-11-16T02:00:01.000Z","type":"%s","payload":%s}\
                """
                        .formatted(type, payload);
        var unusual =
                """
                {"timestamp":"2026-11-16T02:00:01.000Z","payload":%s,"type":"%s"}\
                """
                        .formatted(payload, type);
        var history = new CodexHistory("codex");
        assertEquals(read(history, List.of(meta, unusual)), read(history, List.of(meta, usual)));
    }

    @Test
    void inAnotherEncodingTheyAreCounted() throws IOException {
        var line = "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"hi\"}}\n";
        var path = folder.resolve("session.jsonl");
        // The first a parser can still make out; the others begin with half a character.
        Files.writeString(path, line.repeat(3), UTF_16LE);
        for (var history : List.of(new ClaudeHistory("claude"), new CodexHistory("codex"))) {
            var file = StoredFile.lines(path, "s", null);
            var told = StoredHome.read(history.open(file).inOutline());
            assertEquals(2, told.session().skippedLines());
        }
    }
}
