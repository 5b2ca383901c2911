package dev.parley.door.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.base.json.Json;
import dev.parley.testing.McpSuites;
import dev.parley.testing.ParleyServer;
import dev.parley.testing.Processes;
import dev.parley.testing.StoredMachine;
import dev.parley.tool.SchemaFit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// `/mcp` of a whole Parley, with an agent that is a shell script.
@Timeout(300)
class McpDoorTest {
    /// Answers once the file `go` is there.
    private static final String AGENT =
            """
            cat > /dev/null
            echo $$ >> "$HOME/agents"
            case $* in *impatient*) ;; *) while [ ! -e "$HOME/go" ]; do sleep 0.05; done ;; esac
            echo '{"type":"message.assistant","sessionId":"s1","message":{"role":"assistant","content":"the answer is marker-7","messageId":"m"}}'
            """;

    @TempDir Path directory;

    private ParleyServer server;

    @BeforeEach
    void start() throws Exception {
        new StoredMachine(directory);
        var config = Files.createDirectories(directory.resolve("parley/config"));
        Files.writeString(
                config.resolve("config.json"),
                """
                {"models": [{"name": "adviser", "provider": "stub"}],
                 "mcpPatienceSeconds": {"*": 1, "patient": 100}}
                """);
        server = new ParleyServer(directory, "PARLEY", AGENT);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void go() throws IOException {
        Files.writeString(server.file("go"), "");
    }

    private static ObjectNode request(String method, String params, String client) {
        var json = Json.object().put("jsonrpc", "2.0").put("id", 1).put("method", method);
        var parsed = (ObjectNode) Json.parse(params).orElseThrow();
        var meta = parsed.putObject("_meta");
        meta.put("io.modelcontextprotocol/protocolVersion", "2026-07-28");
        meta.putObject("io.modelcontextprotocol/clientCapabilities");
        meta.putObject("io.modelcontextprotocol/clientInfo")
                .put("name", client)
                .put("version", "1");
        json.set("params", parsed);
        return json;
    }

    private HttpRequest.Builder post(ObjectNode request) {
        var http =
                server.posting("/mcp", Json.write(request))
                        .header("MCP-Protocol-Version", "2026-07-28")
                        .header("Mcp-Method", request.path("method").asString())
                        .header("Parley-Project", server.repository().toString());
        Optional.ofNullable(request.path("params").get("name"))
                .ifPresent(name -> http.header("Mcp-Name", name.asString()));
        return http;
    }

    private HttpResponse<String> send(ObjectNode request) throws Exception {
        return server.send(post(request));
    }

    private static JsonNode answer(HttpResponse<String> answer) {
        var body =
                answer.body()
                        .lines()
                        .filter(line -> line.startsWith("data: ") || line.startsWith("{"))
                        .map(line -> line.replaceFirst("^data: ", ""))
                        .reduce((_, last) -> last)
                        .orElseThrow(() -> new AssertionError(answer.body()));
        return Json.parse(body).orElseThrow();
    }

    private JsonNode call(String tool, String arguments, String client) throws Exception {
        var params = "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments);
        return answer(send(request("tools/call", params, client))).path("result");
    }

    /// What it answered, which fits the tool's own schema.
    private JsonNode structure(String tool, String arguments, String client) throws Exception {
        var result = call(tool, arguments, client);
        assertThat(result.path("isError").asBoolean(false)).as(result.toString()).isFalse();
        var structure = result.path("structuredContent");
        var listed = answer(send(request("tools/list", "{}", client))).path("result").path("tools");
        var schema =
                listed.valueStream()
                        .filter(one -> one.path("name").asString().equals(tool))
                        .findFirst()
                        .orElseThrow()
                        .path("outputSchema");
        assertThat(SchemaFit.complaints(schema, structure)).as(structure.toString()).isEmpty();
        return structure;
    }

    @Test
    void checksHostOriginAndTokenLikeEveryDoor() throws Exception {
        var request = request("server/discover", "{}", "test");
        assertThat(send(request).statusCode()).isEqualTo(200);

        var wrong = post(request).setHeader("Authorization", "Bearer wrong");
        assertThat(server.send(wrong).statusCode()).isEqualTo(401);
        var page = post(request).header("Origin", "http://evil.example");
        assertThat(server.send(page).statusCode()).isEqualTo(403);
        var plain = post(request).setHeader("Content-Type", "text/plain");
        assertThat(server.send(plain).statusCode()).isEqualTo(400);
        assertThat(server.send(server.to("/mcp").GET()).statusCode()).isEqualTo(405);
        assertThat(server.send(server.to("/mcp").DELETE()).statusCode()).isEqualTo(405);
        assertThat(answer(server.send(wrong)).path("error").has("message")).isTrue();
    }

    @Test
    void whatIsNoMessageIsRefused() throws Exception {
        for (var body :
                new String[] {
                    "", "[]", "{", "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"x\"}"
                }) {
            assertThat(server.send(server.posting("/mcp", body)).statusCode()).isEqualTo(400);
        }
    }

    @Test
    void aHeaderThatSaysSomethingElseIsRefused() throws Exception {
        var request = request("tools/call", "{\"name\":\"list_sessions\"}", "test");

        var other = server.send(post(request).setHeader("Mcp-Name", "cancel_job"));
        var encoded =
                server.send(post(request).setHeader("Mcp-Name", "=?base64?bGlzdF9zZXNzaW9ucw==?="));

        assertThat(other.statusCode()).isEqualTo(400);
        assertThat(answer(other).path("error").path("code").asInt()).isEqualTo(-32020);
        assertThat(encoded.statusCode()).isEqualTo(200);
    }

    @Test
    void listsAndSearchesWhatWasSaid() throws Exception {
        var listed = structure("list_sessions", "{\"limit\":5}", "test");
        assertThat(listed.path("sessions")).isEmpty();
        Files.writeString(server.repository().resolve("a.txt"), "one two three");
        var counted = structure("count_project_tokens", "{}", "test");
        assertThat(counted.path("total_files").asInt()).isEqualTo(1);
        assertThat(counted.path("limits").asString()).contains("up to 1 MB each");
        var found =
                structure("search_project_history", "{\"query\":\"nothing; like this\"}", "test");
        assertThat(found.path("hits")).isEmpty();
        var missing = call("search_project_history", "{}", "test");
        assertThat(missing.path("isError").asBoolean()).isTrue();
        assertThat(call("follow_session", "{\"session_id\":\"x\"}", "test").toString())
                .contains("is no id of a live session");
    }

    @Test
    void anAnswerThatComesInTimeIsTheAnswer() throws Exception {
        go();

        var advice =
                structure(
                        "consult_with",
                        "{\"model\":\"adviser\",\"question\":\"what?\"}",
                        "patient");

        assertThat(advice.path("status").asString()).isEqualTo("completed");
        assertThat(advice.path("summary").asString()).isEqualTo("the answer is marker-7");
        assertThat(advice.path("cost_status").asString()).isEqualTo("unknown");
    }

    @Test
    void aCallThatTakesLongerThanItsClientWaitsBecomesAJob() throws Exception {
        var arguments = "{\"model\":\"adviser\",\"question\":\"what?\"}";

        var handle = structure("consult_with", arguments, "hasty");
        assertThat(handle.path("status").asString()).isEqualTo("running");
        var id = handle.path("job_id").asString();
        var again = structure("consult_with", arguments, "hasty");
        assertThat(again.path("job_id").asString()).isEqualTo(id);
        var polled = structure("poll_job", "{\"job_id\":\"" + id + "\",\"wait_s\":0}", "hasty");
        assertThat(polled.path("status").asString()).isEqualTo("running");
        go();
        var done = structure("poll_job", "{\"job_id\":\"" + id + "\",\"wait_s\":60}", "patient");

        assertThat(done.path("status").asString()).isEqualTo("done");
        assertThat(done.path("result").path("summary").asString())
                .isEqualTo("the answer is marker-7");
        assertThat(Files.readAllLines(server.file("agents"))).hasSize(1);
    }

    @Test
    void aJobIsStartedAndCancelled() throws Exception {
        var job =
                structure(
                        "start_job",
                        "{\"tool\":\"consult_with\",\"arguments\":{\"model\":\"adviser\",\"question\":\"what?\"}}",
                        "hasty");
        await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(server.file("agents")));

        var cancelled =
                structure(
                        "cancel_job",
                        "{\"job_id\":\"" + job.path("job_id").asString() + "\"}",
                        "patient");

        assertThat(cancelled.path("status").asString()).isEqualTo("cancelled");
        agentsEnd();
        assertThat(call("start_job", "{\"tool\":\"poll_job\",\"arguments\":{}}", "x").toString())
                .contains("Possible are", "consult_with", "work_with");
        assertThat(call("poll_job", "{\"job_id\":\"nonsense\"}", "x").toString())
                .contains("There is no job");
    }

    @Test
    void closingTheStreamEndsTheCall() throws Exception {
        var request =
                request(
                        "tools/call",
                        "{\"name\":\"consult_with\",\"arguments\":{\"model\":\"adviser\",\"question\":\"what?\"}}",
                        "patient");
        var answer = server.open(post(request));
        await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(server.file("agents")));

        answer.body().close();

        agentsEnd();
    }

    private void agentsEnd() throws IOException {
        Files.readAllLines(server.file("agents"))
                .forEach(pid -> Processes.awaitEnd(Long.parseLong(pid)));
    }

    @Test
    void theInspectorFindsNothingWrong() throws Exception {
        var outcome =
                McpSuites.inspector(
                        directory.resolve("inspector"),
                        "--cli",
                        "http://127.0.0.1:" + server.port() + "/mcp",
                        "--header",
                        "Authorization: Bearer " + server.token(),
                        "--method",
                        "tools/list",
                        "--strict");

        assertThat(outcome.code()).as(outcome.said() + outcome.told()).isZero();
        assertThat(outcome.said()).contains("consult_with", "poll_job");
        assertThat(outcome.told()).doesNotContain("error");
    }
}
