package dev.parley.door.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.MoveRequest;
import dev.parley.api.NewSession;
import dev.parley.api.Progress;
import dev.parley.api.SessionId;
import dev.parley.api.SessionState;
import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.Permission;
import dev.parley.testing.LiveServer;
import dev.parley.testing.Stub;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/// A live session of the demo agent goes on in Claude Code, of which only the wire is here: nothing
/// that was asked is lost, whatever state it is in.
class ContinueRoutesTest {
    private static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    /// It takes what it is told, answers nothing of any interest, and keeps all of it.
    private static final String CLAUDE =
            """
            case "$*" in *--version*) echo "2.1.325 (Claude Code)"; exit 0 ;; esac
            echo "$*" >> "%1$s/arguments"
            while read -r line; do
              printf '%%s\\n' "$line" >> "%1$s/heard"
              id=$(printf '%%s' "$line" | sed -n 's/.*"request_id":"\\([^"]*\\)".*/\\1/p')
              case $line in
              *control_request*) printf '{"type":"control_response","response":{"subtype":"success","request_id":"%%s","response":{}}}\\n' "$id" ;;
              *'"type":"user"'*) echo '{"type":"result","subtype":"success","is_error":false,"result":"","session_id":"s"}' ;;
              esac
            done
            """;

    @TempDir Path temp;

    private Path directory;
    private LiveServer server;

    @BeforeEach
    void open() throws Exception {
        directory = temp.toRealPath();
        var claude = Stub.script(directory, "claude-stub", CLAUDE.formatted(directory));
        var deaf =
                Stub.script(
                        directory,
                        "deaf-stub",
                        "case \"$*\" in *--version*) echo 0.61.0; exit 0 ;; esac\nexec sleep 600");
        server =
                new LiveServer(
                        directory,
                        Map.of(
                                "CLAUDE_CMD",
                                claude.toString(),
                                "CODEX_CMD",
                                deaf.toString(),
                                "GEMINI_CMD",
                                deaf.toString(),
                                "KIMI_CMD",
                                deaf.toString()));
        Files.createDirectories(directory.resolve("shop"));
    }

    @AfterEach
    void close() {
        server.close();
    }

    private NewSession demo() {
        return NewSession.with("demo", directory.resolve("shop").toString(), Permission.ASK);
    }

    private SessionId started(NewSession wanted) throws InterruptedException {
        return server.app().sessions().start(wanted).id();
    }

    private static void until(Callable<Boolean> fact) {
        await().atMost(Duration.ofMinutes(2)).until(fact);
    }

    private SessionState state(SessionId id) throws InterruptedException {
        return server.app().sessions().info(id).state();
    }

    private SessionId answered() throws InterruptedException {
        var id = started(demo().saying(Action.Prompt.of("brief one")));
        until(() -> state(id) == SessionState.IDLE);
        return id;
    }

    private LiveServer.Answer goOn(SessionId id, String body)
            throws IOException, InterruptedException {
        return server.post("/api/live/" + id + "/continue", body);
    }

    private String heard() throws IOException {
        var file = directory.resolve("heard");
        return Files.exists(file) ? Files.readString(file) : "";
    }

    private String moved() throws Exception {
        var moves = server.get("/api/moves").json().path("moves");
        assertEquals(1, moves.size());
        var lines = new StringBuilder();
        try (var files = Files.walk(directory.resolve(".claude/projects"))) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                lines.append(Files.readString(file));
            }
        }
        return lines.toString();
    }

    @Test
    void saysThereWhatWaitedAndWhatNothingCameOf() throws Exception {
        var id = answered();
        server.app().sessions().ask(id, Action.Prompt.of("brief two sleep 600"));
        until(() -> state(id) == SessionState.RUNNING);
        var picture = List.of(new Action.Image("image/png", PIXEL));
        server.app().sessions().ask(id, Action.Prompt.of("brief three", picture));

        var there = goOn(id, "{\"to\":\"claude\"}");

        assertEquals(201, there.status(), there.detail());
        assertEquals(SessionState.COMPLETED, state(id));
        until(() -> heard().contains("brief three"));
        assertThat(heard())
                .containsSubsequence("brief two sleep 600", "brief three")
                .contains(PIXEL)
                .containsOnlyOnce("brief two");
        assertThat(moved()).contains("brief one").doesNotContain("brief two");
    }

    @Test
    void aPromptThatItsAgentNeverGotIsSaidThere() throws Exception {
        var id =
                started(
                        NewSession.with(
                                        "gemini",
                                        directory.resolve("shop").toString(),
                                        Permission.ASK)
                                .saying(Action.Prompt.of("begin with this")));
        server.app().sessions().ask(id, Action.Prompt.of("and then that"));

        var there = goOn(id, "{\"to\":\"claude\"}");

        assertEquals(201, there.status(), there.detail());
        until(() -> heard().contains("and then that"));
        assertThat(heard()).containsSubsequence("begin with this", "and then that");
        assertEquals(0, server.get("/api/moves").json().path("moves").size());
    }

    @Test
    void itIsAskedForAsItWasHere() throws Exception {
        var more = Files.createDirectories(directory.resolve("more"));
        var id =
                started(
                        new NewSession(
                                "codex",
                                null,
                                directory.resolve("shop").toString(),
                                Permission.PLAN,
                                null,
                                "Be kind to whales.",
                                List.of(more.toString()),
                                null,
                                List.of(),
                                Action.Prompt.of("hello")));

        var there = goOn(id, "{\"to\":\"claude\"}");

        assertEquals(201, there.status(), there.detail());
        assertEquals("plan", there.json().path("permission").asString());
        until(() -> heard().contains("hello"));
        var all = Files.readString(directory.resolve("arguments")) + heard();
        assertThat(all).contains("Be kind to whales.").contains(more.toString());
    }

    /// Kimi Code has no mode in which it asks before everything: nothing is closed for a wish that
    /// cannot be met.
    @Test
    void aCliThatLacksTheModeIsRefusedBeforeAnythingHappens() throws Exception {
        var id = answered();
        var before = server.app().sessions().info(id).lastSequence();
        var refused = goOn(id, "{\"to\":\"kimi\"}");
        assertEquals(400, refused.status());
        assertThat(refused.title() + refused.detail()).contains("Kimi").contains("edit");
        assertEquals(before, server.app().sessions().info(id).lastSequence());
        assertEquals(0, server.get("/api/moves").json().path("moves").size());

        var there = goOn(id, "{\"to\":\"kimi\",\"permission\":\"edit\"}");
        assertEquals(201, there.status(), there.detail());
        assertEquals("kimi", there.json().path("provider").asString());
        assertThat(goOn(id, "{\"to\":\"kimi\",\"cwd\":\"/\"}").status()).isEqualTo(400);
    }

    @Test
    void whatCannotBeOpenedThereGoesOnHere() throws Exception {
        var id = answered();
        server.app().sessions().ask(id, Action.Prompt.of("brief two sleep 600"));
        until(() -> state(id) == SessionState.RUNNING);
        server.app().sessions().ask(id, Action.Prompt.of("brief three"));

        // No program can be told that.
        var refused = goOn(id, "{\"to\":\"claude\",\"model\":\"x\\u0000y\"}");

        assertThat(refused.status()).as(refused.detail()).isGreaterThanOrEqualTo(400);
        assertEquals(0, server.get("/api/moves").json().path("moves").size());
        until(() -> state(id) == SessionState.IDLE);
        assertThat(server.app().sessions().events(id, 0, 1000).toString())
                .contains("\"content\":\"brief three\",\"messageId\"");
    }

    /// No history has its file: it lies in a home of its own.
    @Test
    void aConversationThatOnlyParleyHeardIsBroughtToo() throws Exception {
        var home = Files.createDirectories(directory.resolve("apart"));
        var wanted = demo();
        var id =
                started(
                        new NewSession(
                                wanted.provider(),
                                null,
                                wanted.cwd(),
                                null,
                                null,
                                null,
                                List.of(),
                                home.toString(),
                                null,
                                Action.Prompt.of("brief one, with a tool")));
        until(() -> state(id) == SessionState.IDLE);
        server.app().history().refresh(Progress.SILENT);

        var copy = server.app().moves().move().move(id.value(), MoveRequest.to("claude"));

        assertThat(copy.turns()).isEqualTo(1);
        assertThat(copy.calls()).isEqualTo(1);
        var text = moved();
        assertThat(text).containsSubsequence("brief one, with a tool", "tool_use", "tool_result");
        assertThat(Json.parseObject(text.lines().findFirst().orElseThrow()).orElseThrow())
                .isNotNull();
        assertEquals(201, goOn(id, "{\"to\":\"claude\"}").status());
    }
}
