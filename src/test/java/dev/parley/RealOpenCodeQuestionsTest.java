package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.NewSession;
import dev.parley.api.PendingApproval;
import dev.parley.event.Action;
import dev.parley.event.Permission;
import dev.parley.testing.Stub;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.RealCli;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.function.Predicate;

/// OpenCode asks before it tells the arguments of what it asks for: they come with the next update
/// of the call.
@Tag("real")
class RealOpenCodeQuestionsTest {
    /// A server of the Model Context Protocol with one tool.
    private static final String SERVER =
            """
            while read -r line; do
                id=$(printf '%s' "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
                case $line in
                    *'"initialize"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"lab","version":"1"}}}' ;;
                    *'"tools/list"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"tools":[{"name":"echo","description":"Echo","inputSchema":{"type":"object","properties":{"text":{"type":"string"}}}}]}}' ;;
                    *'"tools/call"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"content":[{"type":"text","text":"heard"}]}}' ;;
                    *'"id"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{}}' ;;
                esac
            done
            """;

    @TempDir Path temp;

    @Test
    void theArgumentsAreInTheQuestion() throws Exception {
        var directory = temp.toRealPath();
        var work = Files.createDirectories(directory.resolve("work"));
        var elsewhere = Files.createDirectories(directory.resolve("elsewhere"));
        var server = Stub.script(directory, "lab", SERVER);
        Files.writeString(
                work.resolve("opencode.json"),
                "{\"mcp\":{\"lab\":{\"type\":\"local\",\"command\":[\"%s\"]}}}".formatted(server));
        try (var model =
                ScriptedModel.saying(
                        Reply.text("").tool("lab_echo", "{\"text\":\"hello\"}"),
                        Reply.text("")
                                .tool(
                                        "bash",
                                        "{\"command\":\"ls -a\",\"workdir\":\"%s\",\"description\":\"git status\"}"
                                                .formatted(elsewhere)),
                        Reply.text("done"))) {
            var variables =
                    new HashMap<>(
                            RealCli.OPENCODE.home(directory.resolve("home"), model).environment());
            variables.put("OPENCODE_CMD", RealCli.OPENCODE.executable().toString());
            variables.put("PARLEY_HOME", directory.resolve("parley").toString());
            try (var app = new App(variables)) {
                var id =
                        app.sessions()
                                .start(
                                        NewSession.with("opencode", work.toString(), Permission.ASK)
                                                .saying(Action.Prompt.of("do it")))
                                .id();
                var tool = asked(app, one -> one.input() != null && one.input().has("text"));
                assertEquals("lab_echo", tool.toolName());
                assertThat(tool.wish()).contains("hello");
                app.sessions().ask(id, Action.Decide.allow(tool.requestId()));
                var command =
                        asked(app, one -> one.intent().directory().equals(elsewhere.toString()));
                assertEquals("ls -a", command.intent().command());
                assertEquals("bash(ls -a) in " + elsewhere, command.wish());
            }
        }
    }

    private static PendingApproval asked(App app, Predicate<PendingApproval> isRight) {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(
                        () -> app.sessions().approvals().pending().stream().findFirst(),
                        found -> found.filter(isRight).isPresent())
                .orElseThrow();
    }
}
