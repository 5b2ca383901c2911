package dev.parley.door.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.SessionInfo;
import dev.parley.api.SessionState;
import dev.parley.base.json.Json;
import dev.parley.testing.ParleyServer;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// `"warm": true`: live sessions answer, here those of the demo agent.
class WarmCallsTest {
    private static final String CHAT = "/v1/chat/completions";

    @TempDir Path directory;

    private ParleyServer server;

    @BeforeEach
    void start() throws IOException {
        server =
                new ParleyServer(
                        directory,
                        "TEXT",
                        "exit 1",
                        "/usr/bin:/bin",
                        Map.of("PARLEY_DEMO_HOME", directory.resolve("demo").toString()));
        server.declare(acme -> acme.put("driver", "demo").put("warm", true));
    }

    @AfterEach
    void close() {
        server.close();
    }

    private HttpResponse<String> ask(String prompt, String more) throws Exception {
        var body =
                "{\"model\":\"acme\",\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}]%s}"
                        .formatted(prompt, more);
        return server.send(server.posting(CHAT, body));
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return Json.parse(answer.body()).orElseThrow();
    }

    private static String text(HttpResponse<String> answer) {
        return json(answer).at("/choices/0/message/content").asString(answer.body());
    }

    private List<SessionInfo> sessions() throws InterruptedException {
        return server.app().sessions().list(10);
    }

    private void await(Predicate<List<SessionInfo>> expected) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> expected.test(sessions()));
    }

    @Test
    void aNamedConversationGoesOnInOneWarmSession() throws Exception {
        Files.writeString(server.repository().resolve("AGENTS.md"), "Be kind.\n");
        var first = ask("brief", ",\"user\":\"ann\"");
        assertEquals(200, first.statusCode(), first.body());
        assertThat(json(first).at("/usage/total_tokens").asInt(0)).isPositive();
        assertThat(sessions()).singleElement().matches(SessionInfo::isWarm);
        var second = ask("brief again", ",\"user\":\"ann\"");
        assertEquals(200, second.statusCode(), second.body());
        // One session heard both, and of the second call only what was new.
        assertThat(sessions()).singleElement();
        var events = server.app().sessions().events(sessions().getFirst().id(), 0, 1000);
        assertThat(events.stream().map(Object::toString).filter(it -> it.contains("message.user")))
                .satisfiesExactly(
                        whole -> assertThat(whole).contains("Be kind.", "--- USER TASK ---"),
                        latest ->
                                assertThat(latest)
                                        .contains("brief again")
                                        .doesNotContain("USER TASK"));
    }

    @Test
    void aConversationWithoutANameIsClosedAfterwards() throws Exception {
        assertEquals(200, ask("brief", "").statusCode());
        await(all -> all.size() == 1 && all.getFirst().state() == SessionState.COMPLETED);
    }

    @Test
    void streamsAsAnyOther() throws Exception {
        var answer = ask("brief", ",\"stream\":true");
        assertEquals(200, answer.statusCode());
        assertThat(answer.body()).contains("chat.completion.chunk").endsWith("data: [DONE]\n\n");
    }

    @Test
    void aTurnThatTakesTooLongIsInterrupted() throws Exception {
        server.declare(
                acme -> acme.put("driver", "demo").put("warm", true).put("timeoutSeconds", 1));
        var answer = ask("permission", "");
        assertEquals(504, answer.statusCode(), answer.body());
        await(all -> all.stream().allMatch(each -> each.state() == SessionState.COMPLETED));
    }

    @Test
    void aSchemaIsRefusedByItsName() throws Exception {
        var format =
                ",\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"x\",\"schema\":{\"type\":\"object\"}}}";
        var answer = ask("brief", format);
        assertEquals(400, answer.statusCode(), answer.body());
        assertThat(json(answer).at("/error/param").asString()).startsWith("response_format");
        assertThat(text(answer)).contains("A live session of Demo agent");
    }

    @Test
    void aWorktreeCannotBeWarm() throws Exception {
        server.declare(acme -> acme.put("driver", "demo").put("warm", true).put("worktree", true));
        assertThat(ask("brief", "").body()).contains("of no use with a worktree");
    }
}
