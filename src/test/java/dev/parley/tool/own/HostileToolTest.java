package dev.parley.tool.own;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.base.json.Json;
import dev.parley.event.ToolResult;
import dev.parley.process.Supervisor;
import dev.parley.tool.Tool;
import dev.parley.tool.ToolCall;
import dev.parley.tool.ToolCaller;
import dev.parley.tool.ToolRegistry;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// What a tool of somebody else's may do, and what the agent is told of it.
@Timeout(120)
class HostileToolTest {
    private static final long MOST = 100_000;

    @TempDir Path directory;
    private Supervisor supervisor;
    private ToolMaker maker;

    @BeforeEach
    void open() {
        supervisor = new Supervisor(directory.resolve("ledgers"));
        maker = new ToolMaker(supervisor, Map.of("PATH", "/usr/bin:/bin"), MOST);
    }

    @AfterEach
    void close() {
        maker.close();
        supervisor.close();
    }

    private Tool tool(String how) throws IOException {
        var file = directory.resolve("t.json");
        Files.writeString(file, "{\"name\":\"t\",\"description\":\"d\"," + how + "}");
        return maker.make(ToolFile.read(file));
    }

    private Tool shell(String script, int seconds) throws IOException {
        return tool(
                "\"command\":[\"sh\",\"-c\",%s],\"timeoutSeconds\":%d"
                        .formatted(Json.write(script), seconds));
    }

    private ToolResult call(Tool tool, String arguments) throws InterruptedException {
        var registry = new ToolRegistry();
        registry.register(tool);
        return registry.call(
                "t",
                new ToolCall(
                        new ToolCaller("demo", Optional.empty(), directory),
                        new ToolCall.Moment("t", 1),
                        Json.parse(arguments).orElseThrow(),
                        Duration.ofMinutes(1)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kill -SEGV $$|ended with code 139",
                "exit 1|ended with code 1",
                "echo half; exit 7|ended with code 7. half",
                "yes|printed more than it may",
                "printf '%0300000d' 1|printed more than it may",
                "while :; do sleep 1; done|took longer than 1 s",
                "trap '' TERM INT HUP; while :; do sleep 1; done|took longer than 1 s",
                "yes >&2|took longer than 1 s",
            })
    void aCommandThatGoesWrongIsAnErrorTheAgentCanRead(String script, String words)
            throws Exception {
        var result = call(shell(script, 1), "{}");

        assertThat(result.isError()).isTrue();
        assertThat(result.text()).contains(words).hasSizeLessThan(10_000);
    }

    @Test
    void whatACommandLeavesRunningEndsWithIt() throws Exception {
        var script =
                "(trap '' TERM; sleep 600) & echo $! > pids; setsid sleep 600 & echo $! >> pids; echo done";

        var result = call(shell(script, 30), "{}");

        assertThat(result).isEqualTo(ToolResult.text("done"));
        var pids = Files.readAllLines(directory.resolve("pids"));
        assertThat(pids).hasSize(2);
        Awaitility.await()
                .untilAsserted(() ->
                        assertThat(pids)
                                .noneMatch(pid ->
                                        ProcessHandle.of(Long.parseLong(pid))
                                                .filter(ProcessHandle::isAlive)
                                                .isPresent()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "printf '\\377\\376 caf\\351'|�� caf�",
                "printf '{\"half\": '|{\"half\":",
                "printf '[1,2]'|[1,2]",
                "true|(no output)",
                "printf 'x\\033]0;title\\007x'|x\u001b]0;title\u0007x",
            })
    void garbageIsTextAsFarAsItIsAny(String script, String text) throws Exception {
        assertThat(call(shell(script, 30), "{}")).isEqualTo(ToolResult.text(text));
    }

    /// One that takes longer would answer nobody.
    @Test
    void nobodyWaitsLongerThanTheCallerDoes() throws Exception {
        var registry = new ToolRegistry();
        registry.register(shell("sleep 600", 3600));

        var result =
                registry.call(
                        "t",
                        new ToolCall(
                                new ToolCaller("demo", Optional.empty(), directory),
                                new ToolCall.Moment("t", 1),
                                Json.object(),
                                Duration.ofSeconds(1)));

        assertThat(result.text()).contains("took longer than 1 s");
    }

    @Test
    void aCommandNeedNotReadItsArguments() throws Exception {
        var tool = tool("\"command\":[\"true\"],\"schema\":{\"type\":\"object\"}");

        assertThat(call(tool, "{\"text\":\"" + "x".repeat(500_000) + "\"}"))
                .isEqualTo(ToolResult.text("(no output)"));
    }

    @Test
    void aCommandThatIsNotThereIsAnError() throws Exception {
        var result = call(tool("\"command\":[\"no-such-program\"]"), "{}");

        assertThat(result.isError()).isTrue();
        assertThat(result.text()).contains("no-such-program");
    }

    @Test
    void argumentsThatBreakTheSchemaReachNobody() throws Exception {
        var tool = shell("echo called > called", 30);

        var result = call(tool, "{\"more\":1}");

        assertThat(result.isError()).isTrue();
        assertThat(result.text()).contains("/more: there is no such argument");
        assertThat(directory.resolve("called")).doesNotExist();
    }

    /// A server that answers one request with these bytes and then does as it likes.
    private interface Answer {
        void to(Socket client) throws Exception;
    }

    private ToolResult ask(Answer answer) throws Exception {
        try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.startVirtualThread(() -> {
                try (var client = server.accept()) {
                    assertThat(client.getInputStream().read(new byte[10_000])).isPositive();
                    answer.to(client);
                } catch (Exception _) {
                    // the other side has gone
                }
            });
            return call(
                    tool(
                            "\"url\":\"http://127.0.0.1:%d/x\",\"timeoutSeconds\":1"
                                    .formatted(server.getLocalPort())),
                    "{}");
        }
    }

    private static void say(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(UTF_8));
        client.getOutputStream().flush();
    }

    @Test
    void nobodyIsSentElsewhere() throws Exception {
        try (var other = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            var result =
                    ask(client ->
                            say(
                                    client,
                                    "HTTP/1.1 307 Go\r\nLocation: http://127.0.0.1:%d/\r\nContent-Length: 0\r\n\r\n"
                                            .formatted(other.getLocalPort())));

            assertThat(result.isError()).isTrue();
            assertThat(result.text()).contains("307", "does not follow");
            other.setSoTimeout(100);
            assertThat(org.assertj.core.api.Assertions.catchThrowable(other::accept))
                    .isInstanceOf(java.net.SocketTimeoutException.class);
        }
    }

    @Test
    void aBodyThatNeverEndsIsCutOff() throws Exception {
        var result =
                ask(client -> {
                    say(client, "HTTP/1.1 200 OK\r\n\r\n");
                    while (true) {
                        say(client, "x".repeat(10_000));
                    }
                });

        assertThat(result.isError()).isTrue();
        assertThat(result.text()).contains("exceeds", "100000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"''", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK~~Content-Length: 100~~~~half"})
    void theTimeCoversTheBodyToo(String begin) throws Exception {
        var over = new CountDownLatch(1);
        try {
            var result =
                    ask(client -> {
                        say(client, begin.replace("~~", "\r\n"));
                        over.await();
                    });

            assertThat(result.isError()).isTrue();
            assertThat(result.text()).contains("did not answer within 1 s");
        } finally {
            over.countDown();
        }
    }

    @Test
    void aBodyThatDripsIsCutOffToo() throws Exception {
        var result =
                ask(client -> {
                    say(client, "HTTP/1.1 200 OK\r\n\r\n");
                    while (true) {
                        say(client, "x");
                        Thread.sleep(20);
                    }
                });

        assertThat(result.text()).contains("did not answer within 1 s");
    }

    @Test
    void aServerThatIsNoneIsAnError() throws Exception {
        assertThat(ask(client -> say(client, "\u0000\u0001garbage\r\n\r\n")).text())
                .contains("did not answer as it should: ");
        assertThat(ask(Socket::close).text()).contains("did not answer as it should: ");
    }
}
