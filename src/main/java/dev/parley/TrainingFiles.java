package dev.parley;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// What is on the machine of [Training]: two sessions such as Claude Code and Codex leave, and an
/// agent that says what Claude Code would.
final class TrainingFiles {
    private static final String CLAUDE =
            """
            {"type":"user","uuid":"u1","parentUuid":null,"isSidechain":false,"timestamp":"2026-01-01T10:00:00.000Z","cwd":"/work","sessionId":"training","version":"2.1.0","gitBranch":"main","message":{"role":"user","content":"Find the error"}}
            {"type":"assistant","uuid":"u2","parentUuid":"u1","isSidechain":false,"timestamp":"2026-01-01T10:00:01.000Z","cwd":"/work","sessionId":"training","version":"2.1.0","gitBranch":"main","requestId":"r1","message":{"id":"m1","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"thinking","thinking":"Where?"},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"grep -rn error"}}],"usage":{"input_tokens":10,"cache_read_input_tokens":5,"cache_creation_input_tokens":1,"output_tokens":7}}}
            {"type":"user","uuid":"u3","parentUuid":"u2","isSidechain":false,"timestamp":"2026-01-01T10:00:02.000Z","cwd":"/work","sessionId":"training","version":"2.1.0","gitBranch":"main","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"src/App.java:3: an error\\n\\"here\\""}]},"toolUseResult":{"stdout":"src/App.java"}}
            {"type":"assistant","uuid":"u4","parentUuid":"u3","isSidechain":false,"timestamp":"2026-01-01T10:00:03.000Z","cwd":"/work","sessionId":"training","version":"2.1.0","gitBranch":"main","requestId":"r2","message":{"id":"m2","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"The error is in App.java."}],"usage":{"input_tokens":12,"cache_read_input_tokens":9,"output_tokens":8}}}
            """;

    private static final String CODEX =
            """
            {"timestamp":"2026-01-01T10:00:00.000Z","type":"session_meta","payload":{"id":"00000000-0000-4000-8000-000000000000","timestamp":"2026-01-01T10:00:00.000Z","cwd":"/work","cli_version":"0.166.0","source":"cli","history_mode":"paginated"}}
            {"timestamp":"2026-01-01T10:00:01.000Z","type":"turn_context","payload":{"cwd":"/work","model":"gpt-5.5"}}
            {"timestamp":"2026-01-01T10:00:02.000Z","type":"event_msg","payload":{"type":"item_completed","item":{"type":"UserMessage","id":"i1","content":[{"type":"text","text":"Find the error"}]}}}
            {"timestamp":"2026-01-01T10:00:03.000Z","type":"event_msg","payload":{"type":"item_completed","item":{"type":"CommandExecution","id":"i2","command":["bash","-lc","grep error"],"aggregated_output":"an error","exit_code":0,"status":"completed"}}}
            {"timestamp":"2026-01-01T10:00:04.000Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Found."}]}}
            {"timestamp":"2026-01-01T10:00:05.000Z","type":"event_msg","payload":{"type":"item_completed","item":{"type":"AgentMessage","id":"i3","content":[{"type":"text","text":"Found the error."}]}}}
            {"timestamp":"2026-01-01T10:00:06.000Z","type":"token_usage_record","payload":{"thread_id":"00000000-0000-4000-8000-000000000000","response_id":"resp1","usage":{"input_tokens":20,"cached_input_tokens":4,"output_tokens":6,"reasoning_output_tokens":2}}}
            """;

    private static final String AGENT =
            """
            #!/bin/sh
            read -r prompt
            echo '{"type":"system","subtype":"init","cwd":"/","session_id":"b5f3","tools":[],"model":"stub-1","permissionMode":"default"}'
            echo '{"type":"assistant","message":{"id":"m1","type":"message","role":"assistant","model":"stub-1","content":[{"type":"text","text":"Hello."}],"usage":{"input_tokens":1,"output_tokens":1}},"session_id":"b5f3"}'
            echo '{"type":"result","subtype":"success","is_error":false,"duration_ms":1,"num_turns":1,"result":"Hello.","session_id":"b5f3","total_cost_usd":0,"usage":{"input_tokens":1,"output_tokens":1}}'
            """;

    private TrainingFiles() {}

    static void write(Path home) throws IOException, InterruptedException {
        write(home.resolve(".claude/projects/-work/training.jsonl"), CLAUDE);
        write(
                home.resolve(
                        ".codex/sessions/2026/01/01/rollout-2026-01-01T10-00-00-00000000-0000-4000-8000-000000000000.jsonl"),
                CODEX);
        var agent = home.resolve("agent");
        write(agent, AGENT);
        Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rwx------"));
        write(
                home.resolve("config/providers/stub.json"),
                """
                { "id": "stub", "name": "Stub", "command": { "name": "%s" }, "home": { "path": "~/.stub" }, "install": "write it",
                  "oneShot": { "format": "CLAUDE", "start": ["{options}"], "resume": ["{session}"], "permissions": { "ask": {} } } }
                """
                        .formatted(agent));
        var repository = Files.createDirectories(repository(home));
        write(
                home.resolve("config/models.json"),
                "{\"trained\": {\"driver\": \"stub\", \"repoPath\": \"%s\"}}"
                        .formatted(repository));
        new ProcessBuilder("git", "init", "--quiet", repository.toString()).start().waitFor();
    }

    /// Where its agents work.
    static Path repository(Path home) {
        return home.resolve("repository");
    }

    private static void write(Path file, String lines) throws IOException {
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, lines);
    }
}
