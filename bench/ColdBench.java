import java.io.IOException;
import java.net.ServerSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// What the first callers of a server that was just started wait for, beside those of a few lines
/// of Node that run the same agent: nothing is warmed up, and no call is left out.
final class ColdBench {
    private static final int SERVERS = 7;
    private static final int TOGETHER = 50;

    /// Answers as the OpenAI door does: with what the stub says.
    private static final String NODE =
            """
            const { createServer } = require("node:http");
            const { spawn } = require("node:child_process");
            const stub = process.argv[2];
            createServer((request, response) => {
              let body = "";
              request.on("data", (piece) => (body += piece));
              request.on("end", () => {
                const asked = JSON.parse(body);
                const child = spawn(stub, [], { stdio: ["pipe", "pipe", "ignore"] });
                let said = "";
                child.stdout.on("data", (piece) => (said += piece));
                child.stdin.end(asked.messages.at(-1).content);
                child.on("close", () => {
                  const lines = said.trim().split("\\n").map((line) => JSON.parse(line));
                  const answer = lines.find((line) => line.type === "result").result;
                  const text = JSON.stringify({ id: "1", object: "chat.completion", model: asked.model,
                    choices: [{ index: 0, message: { role: "assistant", content: answer }, finish_reason: "stop" }] });
                  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) });
                  response.end(text);
                });
              });
            }).listen(Number(process.argv[3]), "127.0.0.1", () => console.log("ready"));
            """;

    private final Home home;
    private final Table table;

    ColdBench(Home home, Table table) {
        this.home = home;
        this.table = table;
    }

    void run() throws Exception {
        home.addAgents(TOGETHER);
        var node = node();
        first(node);
        together(node);
    }

    private Optional<String> node() throws InterruptedException {
        try {
            StartBench.time(new ProcessBuilder("node", "--version"));
            return Optional.of("node");
        } catch (IOException _) {
            table.missing("node, for a proxy to compare with");
            return Optional.empty();
        }
    }

    private void first(Optional<String> node) throws Exception {
        table.title("the first call of a new server");
        var theirs = new Samples();
        var ours = new Samples();
        for (var round = 0; round < SERVERS; round++) {
            if (node.isPresent()) {
                try (var proxy = new Proxy();
                        var connection = proxy.connect()) {
                    theirs.add(connection.complete(connection.chat("agent-0", false)));
                }
            }
            try (var server = home.startServer();
                    var connection = server.connect()) {
                ours.add(connection.complete(connection.chat("agent-0", false)));
            }
        }
        report("POST /v1/chat/completions", ours, theirs);
        table.limited(
                "  p50", ours.p50(), "ms", 60, theirs.count() > 0 ? Table.Beside.peer(theirs.p50()) : Table.Beside.NOTHING);
    }

    private void together(Optional<String> node) throws Exception {
        table.title("the first " + TOGETHER + " calls of a new server, together");
        var theirs = new Samples();
        var ours = new Samples();
        for (var round = 0; round < SERVERS; round++) {
            if (node.isPresent()) {
                try (var proxy = new Proxy()) {
                    theirs.add(together(proxy::connect));
                }
            }
            try (var server = home.startServer()) {
                ours.add(together(server::connect));
            }
        }
        report("until all are answered", ours, theirs);
        if (theirs.count() > 0) {
            table.ratio("  p50 against the proxy's", ours.p50(), theirs.p50(), "ms", 1.2, true);
        }
    }

    private void report(String name, Samples ours, Samples theirs) {
        if (theirs.count() > 0) {
            table.line("a proxy of a few lines of Node", theirs);
        }
        table.line(name, ours);
    }

    private interface Connecting {
        Connection connect() throws IOException;
    }

    private static long together(Connecting to) throws Exception {
        var next = new AtomicInteger();
        return OneShotBench.timeAtOnce(TOGETHER, () -> {
            try (var connection = to.connect()) {
                connection.complete(connection.chat("agent-" + next.getAndIncrement(), false));
            }
            return null;
        });
    }

    /// The few lines of Node, just started.
    private final class Proxy implements AutoCloseable {
        private final Process process;
        private final int port;

        Proxy() throws IOException {
            try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                port = socket.getLocalPort();
            }
            var script = home.directory().resolve("proxy.cjs");
            Files.writeString(script, NODE);
            var stub = home.stub().command().getFirst();
            process =
                    new ProcessBuilder("node", script.toString(), stub, Integer.toString(port))
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            if (!"ready".equals(process.inputReader().readLine())) {
                throw new IOException("The proxy did not start");
            }
        }

        Connection connect() throws IOException {
            return new Connection(port, "none", home.directory().toString());
        }

        @Override
        public void close() throws InterruptedException {
            process.destroy();
            process.waitFor(10, TimeUnit.SECONDS);
        }
    }
}
