package dev.parley.door.openai;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.testing.ParleyServer;
import dev.parley.testing.Processes;
import dev.parley.testing.Stub;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Parley with a live agent that is a shell script: it speaks as Codex does, calls functions when
/// its prompt says so (`one call`, `two calls`, `call twice`, …) and tells their results.
final class FunctionAgent implements AutoCloseable {
    static final String CHAT = "/v1/chat/completions";
    static final String RESPONSES = "/v1/responses";

    private static final String SCRIPT =
            """
            echo $$ >> "$HOME/pids"
            n=100; turn=0; m=0
            item() { m=$((m + 1)); printf '{"method":"item/completed","params":{"threadId":"t%s","turnId":"u%s","item":{"type":"agentMessage","id":"m%s","text":"%s"}}}\\n' $$ $turn $m "$1"; }
            piece() { printf '{"method":"item/agentMessage/delta","params":{"threadId":"t%s","turnId":"u%s","itemId":"p","delta":"%s"}}\\n' $$ $turn "$1"; }
            call() { n=$((n + 1)); open=$((open + 1)); printf '{"id":%s,"method":"item/tool/call","params":{"threadId":"t%s","turnId":"u%s","callId":"k%s","namespace":"parley","tool":"%s","arguments":%s}}\\n' $n $$ $turn $n "$1" "$2"; }
            finish() { printf '{"method":"turn/completed","params":{"threadId":"t%s","turn":{"id":"u%s","status":"%s"}}}\\n' $$ $turn $1; }
            text() { printf '%s' "$1" | sed -n 's/.*"text":"\\([^"]*\\)".*/\\1/p'; }
            while read -r line; do
              printf '%s\\n' "$line" >> "$HOME/heard"
              id=$(printf '%s' "$line" | sed -n 's/^{"id":\\([0-9]*\\),.*/\\1/p')
              case $line in
              *'"method":"initialize"'*) echo "{\\"id\\":$id,\\"result\\":{}}" ;;
              *'"method":"thread/'*) echo "{\\"id\\":$id,\\"result\\":{\\"thread\\":{\\"id\\":\\"t$$\\"},\\"model\\":\\"stub-1\\"}}" ;;
              *'"method":"turn/interrupt"'*) echo "{\\"id\\":$id,\\"result\\":{}}"; finish interrupted ;;
              *'"method":"turn/start"'*)
                turn=$((turn + 1)); open=0; results=; again=
                echo "{\\"id\\":$id,\\"result\\":{\\"turn\\":{\\"id\\":\\"u$turn\\",\\"status\\":\\"inProgress\\"}}}"
                echo "{\\"method\\":\\"turn/started\\",\\"params\\":{\\"threadId\\":\\"t$$\\",\\"turn\\":{\\"id\\":\\"u$turn\\"}}}"
                case $line in
                *"Result of"*) item "I was told."; finish completed ;;
                *"one JSON object and nothing else."*) item "Here: \\\\n\\`\\`\\`json\\\\n{\\\\\\"a\\\\\\":1}\\\\n\\`\\`\\`"; finish completed ;;
                *"two calls"*|*"weather of"*) item "I look."; call getWeather '{"city":"Paris"}'; call getWeather '{"city":"Rome"}' ;;
                *"call twice"*) again=yes; call getWeather '{"city":"Paris"}' ;;
                *"one call"*) item "I look."; call getWeather '{"city":"Paris"}' ;;
                *"odd call"*) call "$(printf '%s' "$line" | sed -n 's/.*odd call \\([A-Za-z0-9_-]*\\).*/\\1/p')" '"no object"' ;;
                *dawdle*) piece "one " ;;
                *pieces*) piece "one EN"; piece "D two"; item "after"; finish completed ;;
                *) item "hello"; finish completed ;;
                esac ;;
              *'"contentItems"'*)
                results="$results [$(text "$line")]"; open=$((open - 1))
                if [ $open -eq 0 ]; then
                  if [ -n "$again" ]; then again=; call getWeather '{"city":"Rome"}'; else item "It is$results"; finish completed; fi
                fi ;;
              esac
            done
            """;

    private static final String PROFILE =
            """
            { "id": "agent", "name": "Agent", "command": { "name": "%s" }, "home": { "path": "~/.agent" }, "install": "write it",
              "live": { "wire": "CODEX_APP_SERVER", "arguments": ["live"], "permissions": { "ask": {} }, "sharing": "nothing",
                        "capabilities": ["RESUME", "INTERRUPT"] } }
            """;

    final ParleyServer server;

    FunctionAgent(Path directory) throws IOException {
        this(directory, "{}");
    }

    /// @param config that of Parley
    FunctionAgent(Path directory, String config) throws IOException {
        var place = directory.toRealPath();
        var folder = Files.createDirectories(place.resolve("parley/config/providers"));
        var script = Stub.script(place, "agent", SCRIPT);
        Files.writeString(folder.resolve("agent.json"), PROFILE.formatted(script));
        Files.writeString(folder.resolveSibling("config.json"), config);
        server =
                new ParleyServer(
                        directory,
                        "TEXT",
                        "cat > /dev/null; echo plain",
                        "/usr/bin:/bin",
                        Map.of());
        declare(_ -> {});
    }

    void declare(Consumer<ObjectNode> change) throws IOException {
        server.declare(acme -> {
            acme.put("driver", "agent");
            change.accept(acme);
        });
    }

    /// A conversation with the function `getWeather`.
    static ObjectNode chat(String prompt) {
        var body = Json.object().put("model", "acme");
        body.putArray("messages").addObject().put("role", "user").put("content", prompt);
        body.putArray("tools").add(function("getWeather"));
        return body;
    }

    static ObjectNode function(String name) {
        var function = Json.object().put("type", "function");
        var body = function.putObject("function").put("name", name).put("description", "Looks.");
        body.putObject("parameters")
                .put("type", "object")
                .putObject("properties")
                .putObject("city");
        return function;
    }

    JsonNode post(String path, JsonNode body) throws Exception {
        var answer = send(path, body);
        assertEquals(200, answer.statusCode(), answer.body());
        return Json.parse(answer.body()).orElseThrow();
    }

    HttpResponse<String> send(String path, JsonNode body) throws Exception {
        return server.send(server.posting(path, Json.write(body)));
    }

    JsonNode error(JsonNode body) throws Exception {
        var answer = send(CHAT, body);
        assertEquals(400, answer.statusCode(), answer.body());
        return Json.parse(answer.body()).orElseThrow().path("error");
    }

    /// The conversation goes on with what was answered, and with a result for each call.
    static ObjectNode answered(ObjectNode asked, JsonNode answer) {
        var next = asked.deepCopy();
        var messages = (ArrayNode) next.path("messages");
        var message = answer.at("/choices/0/message");
        messages.add(message);
        for (var call : message.path("tool_calls")) {
            var city = Json.parse(call.at("/function/arguments").asString()).orElseThrow();
            messages.add(
                    result(call.path("id").asString(), "rain in " + city.path("city").asString()));
        }
        return next;
    }

    static ObjectNode result(String id, String content) {
        return Json.object().put("role", "tool").put("tool_call_id", id).put("content", content);
    }

    static String content(JsonNode answer) {
        return answer.at("/choices/0/message/content").asString("");
    }

    static List<String> callIds(JsonNode answer) {
        return answer.at("/choices/0/message/tool_calls")
                .valueStream()
                .map(call -> call.path("id").asString())
                .toList();
    }

    List<Long> pids() throws IOException {
        var file = server.file("pids");
        return Files.exists(file)
                ? Files.readAllLines(file).stream().map(Long::parseLong).toList()
                : List.of();
    }

    /// What the agents were told.
    String heard() throws IOException {
        return Files.readString(server.file("heard"));
    }

    void awaitEnds() throws IOException {
        pids().forEach(Processes::awaitEnd);
    }

    @Override
    public void close() {
        server.close();
    }
}
