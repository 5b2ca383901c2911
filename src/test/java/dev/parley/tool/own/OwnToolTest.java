package dev.parley.tool.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.ToolResult;
import dev.parley.process.Supervisor;
import dev.parley.tool.Tool;
import dev.parley.tool.ToolCall;
import dev.parley.tool.ToolCaller;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;

class OwnToolTest {
    @TempDir Path directory;
    private Supervisor supervisor;

    @BeforeEach
    void open() {
        supervisor = new Supervisor(directory.resolve("ledgers"));
    }

    @AfterEach
    void close() {
        supervisor.close();
    }

    private ToolFile.Declared declared(String json) throws IOException {
        var folder = Files.createDirectories(directory.resolve("tools"));
        Files.writeString(folder.resolve("one.json"), json);
        return ToolFile.read(folder.resolve("one.json"));
    }

    private Tool script(String body, String more) throws IOException {
        var folder = Files.createDirectories(directory.resolve("tools"));
        var script = folder.resolve("tool.sh");
        Files.writeString(script, "#!/bin/sh\n" + body + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        var declared =
                declared(
                        "{\"name\":\"t\",\"description\":\"d\",\"command\":[\"./tool.sh\"]"
                                + more
                                + "}");
        var environment = Map.of("PATH", "/usr/bin:/bin", "SECRET", "s3", "MINE", "m1");
        return new CommandTool(declared, supervisor, environment, 10_000);
    }

    private ToolResult call(Tool tool, String arguments) throws InterruptedException {
        return tool.call(
                new ToolCall(
                        new ToolCaller("demo", Optional.empty(), directory),
                        new ToolCall.Moment("t", 1),
                        Json.parse(arguments).orElseThrow(),
                        Duration.ofMinutes(1)));
    }

    @Test
    void aCommandReadsItsArgumentsAndAnswers() throws Exception {
        var tool = script("read -r line; echo \"got $line in $(pwd)\"", "");

        assertThat(call(tool, "{\"a\":1}"))
                .isEqualTo(ToolResult.text("got {\"a\":1} in " + directory.toRealPath()));
    }

    @Test
    void aCommandThatPrintsAnObjectAnswersWithAStructure() throws Exception {
        var result = call(script("echo '{\"x\": [1]}'", ""), "{}");

        assertThat(result.structure()).isEqualTo(Json.parse("{\"x\":[1]}").orElseThrow());
    }

    @Test
    void aCommandSeesOnlyTheVariablesOnItsList() throws Exception {
        var tool =
                script("echo \"[$SECRET][$MINE][$PARLEY_PROJECT]\"", ",\"environment\":[\"MINE\"]");

        assertThat(call(tool, "{}").text()).isEqualTo("[][m1][" + directory + "]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "echo broken >&2; exit 3|ended with code 3. broken",
                "cat /dev/zero|printed more than it may",
                "sleep 60|took longer than 1 s",
            })
    void aCommandThatFailsIsAnError(String body, String words) throws Exception {
        var result = call(script(body, ",\"timeoutSeconds\":1"), "{}");

        assertThat(result.isError()).isTrue();
        assertThat(result.text()).contains(words);
    }

    @Test
    void aCancelledCallEndsItsCommand() throws Exception {
        var tool = script("echo $$ > \"$PARLEY_PROJECT/pid\"; sleep 600", "");
        var call = new FutureTask<>(() -> call(tool, "{}"));
        var thread = Thread.startVirtualThread(call);
        var pid = directory.resolve("pid");
        org.awaitility.Awaitility.await().until(() -> Files.exists(pid) && Files.size(pid) > 1);

        thread.interrupt();

        assertThatThrownBy(call::get).hasCauseInstanceOf(InterruptedException.class);
        var process = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
        assertThat(process.filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void anAddressGetsTheArgumentsAndAnswers() throws Exception {
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    var said =
                            new String(
                                    exchange.getRequestBody().readAllBytes(),
                                    StandardCharsets.UTF_8);
                    var isBad = said.contains("bad");
                    var body =
                            (isBad ? "no" : "{\"said\":" + said + "}")
                                    .getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(isBad ? 500 : 200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
        try (var client = HttpClient.newHttpClient()) {
            var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
            var tool =
                    new HttpTool(
                            declared(
                                    "{\"name\":\"t\",\"description\":\"d\",\"url\":\""
                                            + url
                                            + "\"}"),
                            client,
                            10_000);

            assertThat(call(tool, "{\"a\":1}").text()).isEqualTo("{\"said\":{\"a\":1}}");
            assertThat(call(tool, "\"bad\""))
                    .isEqualTo(ToolResult.error(url + " answered 500. no"));
        } finally {
            server.stop(0);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"name\":\"t\"}|no \"description\"",
                "{\"name\":\"t\",\"description\":\"d\"}|a \"command\" or a \"url\"",
                "{\"name\":\"t\",\"description\":\"d\",\"command\":[\"a\"],\"url\":\"http://x\"}|not both",
                "{\"name\":\"t\",\"description\":\"d\",\"url\":\"file:///etc/passwd\"}|no web address",
                "{\"name\":\"t\",\"description\":\"d\",\"command\":[\"a\"],\"timeoutSeconds\":0}|timeoutSeconds",
                "{\"name\":\"t\",\"description\":\"d\",\"command\":[\"a\"],\"environment\":[\"*\"]}|no name of a variable",
                "{\"name\":\"t\",\"descriptoin\":\"d\"}|descriptoin",
            })
    void aMistakeInADeclarationNamesTheFile(String json, String words) {
        assertThatThrownBy(() -> declared(json))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("one.json")
                .hasMessageContaining(words);
    }
}
