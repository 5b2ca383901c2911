package dev.parley.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.provider.claude.ClaudeHistory;
import dev.parley.provider.codex.CodexHistory;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.StoredHistory;
import dev.parley.testing.StoredHome;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Prompts that are passed over count as much as those that are read, whatever is typed.
class OutlinedPromptsTest {
    @TempDir Path folder;

    /// Both ways through the same lines: how many prompts there are, the title, and the number of
    /// what comes last.
    private void assertOutlined(StoredHistory history, List<String> lines, String last)
            throws IOException {
        var path = folder.resolve("session.jsonl");
        Files.writeString(path, String.join("\n", lines) + "\n" + last + "\n");
        var file = StoredFile.lines(path, "s", null);
        var whole = StoredHome.read(history.open(file));
        var outline = StoredHome.read(history.open(file).inOutline());
        assertEquals(whole.sessions(), outline.sessions());
        assertEquals(whole.events().getLast(), outline.events().getLast());
    }

    private static String claude(int number, String parts) {
        return """
        {"parentUuid":null,"type":"user","uuid":"u%d","timestamp":"2026-11-16T02:00:0%d.000Z",%s}\
        """
                .formatted(number, number, parts);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"message\":{\"role\":\"user\",\"content\":\"second\"}",
                "\"message\":{\"role\":\"user\",\"content\":\"漢字 \\\"quoted\\\"\"}",
                "\"message\":{\"role\":\"user\",\"content\":\"\"}",
                "\"message\":{\"role\":\"user\",\"content\":\"  \"}",
                "\"message\":{\"role\":\"user\",\"content\":\"\\n\"}",
                "\"message\":{\"role\":\"user\",\"content\":null}",
                "\"message\":{\"role\":\"user\",\"content\":17}",
                "\"message\":{\"role\":\"user\",\"content\":\"<command-name>/x</command-name>\"}",
                "\"message\":{\"role\":\"user\",\"content\":\"<system-reminder>x\"}",
                "\"message\":{\"role\":\"user\",\"content\":\"[Request interrupted by user]\"}",
                "\"message\":{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"second\"}]}",
                "\"message\":{\"role\":\"user\",\"content\":\"second\"},\"isMeta\":true",
                "\"isCompactSummary\":true,\"message\":{\"role\":\"user\",\"content\":\"second\"}",
                "\"message\":{\"role\":\"user\",\"content\":\"second\"},\"isVisibleInTranscriptOnly\":true",
                "\"message\":{\"role\":\"user\",\"content\":\"second\"},\"isMeta\":false",
                "\"message\":{\"role\":\"user\"},\"leafUuid\":\"u1\""
            })
    void ofClaude(String second) throws IOException {
        assertOutlined(
                new ClaudeHistory("claude"),
                List.of(
                        claude(1, "\"message\":{\"role\":\"user\",\"content\":\"first\"}"),
                        claude(2, second),
                        "{\"type\":\"last-prompt\",\"lastPrompt\":\"second\",\"leafUuid\":\"u2\"}",
                        "{\"type\":\"last-prompt\",\"lastPrompt\":\"nowhere\",\"leafUuid\":null}"),
                claude(
                        3,
                        "\"message\":{\"role\":\"user\",\"content\":\"[Request interrupted by user]\"}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"user_message\",\"message\":\"second\"}",
                "{\"type\":\"user_message\",\"message\":\"\"}",
                "{\"type\":\"user_message\"}",
                "{\"type\":\"item_completed\",\"item\":{\"type\":\"UserMessage\",\"content\":[]}}",
                "{\"item\":{\"type\":\"UserMessage\",\"content\":[]},\"type\":\"item_completed\"}"
            })
    void ofCodex(String second) throws IOException {
        for (var meta :
                List.of(
                        "{\"id\":\"t\",\"cwd\":\"/home/dev\",\"git\":{\"branch\":\"main\"}}",
                        "{\"id\":\"t\",\"history_mode\":\"paginated\",\"git\":null,\"source\":\"cli\"}",
                        "{\"id\":\"t\",\"cwd\":\"/a \\\"b\\\"\",\"forked_from_id\":\"o\"}",
                        "{\"id\":\"t\",\"source\":{\"subagent\":{\"thread_spawn\":{\"parent_thread_id\":\"p\"}}}}",
                        "{\"id\":\"t\",\"history_base\":{\"thread_id\":\"o\",\"end_ordinal_exclusive\":3}}",
                        "{\"cwd\":\"/home/dev\"}")) {
            assertOutlined(
                    new CodexHistory("codex"),
                    List.of(
                            codex("session_meta", meta),
                            codex("event_msg", "{\"type\":\"user_message\",\"message\":\"first\"}"),
                            codex("event_msg", second)),
                    codex("event_msg", "{\"type\":\"turn_aborted\",\"reason\":\"interrupted\"}"));
        }
    }

    private static String codex(String type, String payload) {
        return """
        {"timestamp":"2026-11-16T02:00:00.000Z","type":"%s","payload":%s}\
        """
                .formatted(type, payload);
    }
}
