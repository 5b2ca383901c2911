import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/// The MCP door: how long a client waits for the list of tools after it has started `parley mcp`, what a warm `work_with`
/// adds to an agent that answers at once, and whether 50 calls at the same time are all answered.
final class McpBench {
    private static final int STARTS = 10;
    private static final int TURNS = 5;
    private static final int CALLS = 40;
    private static final int AT_ONCE = 50;

    /// An ACP agent that has nothing to think about.
    private static final String AGENT =
            """
            #!/usr/bin/perl
            $| = 1; my $session = "s$$";
            sub say_line { print "{\\"jsonrpc\\":\\"2.0\\",$_[0]}\\n" }
            while (<STDIN>) {
              my ($id) = /"id":("[^"]*"|\\d+)/;
              if (/"initialize"/) { say_line("\\"id\\":$id,\\"result\\":{\\"protocolVersion\\":1,\\"agentCapabilities\\":{\\"loadSession\\":true}}") }
              elsif (m{"session/new"}) { say_line("\\"id\\":$id,\\"result\\":{\\"sessionId\\":\\"$session\\"}") }
              elsif (m{"session/prompt"}) {
                say_line("\\"method\\":\\"session/update\\",\\"params\\":{\\"sessionId\\":\\"$session\\",\\"update\\":{\\"sessionUpdate\\":\\"agent_message_chunk\\",\\"content\\":{\\"type\\":\\"text\\",\\"text\\":\\"done\\"}}}");
                say_line("\\"id\\":$id,\\"result\\":{\\"stopReason\\":\\"end_turn\\"}");
              }
              elsif (defined $id) { say_line("\\"id\\":$id,\\"result\\":{}") }
            }
            """;

    private final Home home;
    private final Table table;
    private final HttpClient client = HttpClient.newHttpClient();

    McpBench(Home home, Table table) {
        this.home = home;
        this.table = table;
    }

    void run() throws Exception {
        table.title("parley mcp, from its start to the list of tools");
        list(); // fills the cache
        var lists = new Samples();
        for (var round = 0; round < STARTS; round++) {
            lists.add(list());
        }
        table.line("tools/list", lists);
        table.limited("  p50", lists.p50() / 1000, "s", 0.4);

        var agent = agent();
        var project = Files.createDirectories(home.directory().resolve("project"));
        try (var server = home.startServer()) {
            table.title("a warm work_with on an agent that answers at once");
            var bare = new Turns();
            var through = new Turns();
            for (var warm = 0; warm < CALLS; warm++) {
                work(server, project, "bench");
            }
            for (var turn = 0; turn < TURNS; turn++) {
                bare(agent, bare.next());
                var samples = through.next();
                for (var call = 0; call < CALLS; call++) {
                    samples.add(work(server, project, "bench"));
                }
            }
            table.line("the agent alone", bare.all());
            table.line("work_with", through.all());
            table.limited("  added, p50", through.added(bare, 50), "ms", 10);

            table.title(AT_ONCE + " calls of work_with at once");
            var start = System.nanoTime();
            var all =
                    IntStream.range(0, AT_ONCE)
                            .mapToObj(at -> CompletableFuture.supplyAsync(() -> quietly(server, project, "at-once-" + at), Thread::startVirtualThread))
                            .toList();
            var answered = all.stream().filter(CompletableFuture::join).count();
            table.line("all of them", "%12.1f s".formatted((System.nanoTime() - start) / 1e9));
            table.atLeast("  answered", answered, "", AT_ONCE);
        }
    }

    private long list() throws IOException, InterruptedException {
        var start = System.nanoTime();
        var process = home.parley("mcp").redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (var out = process.outputWriter();
                var in = process.inputReader()) {
            say(out, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}");
            expect(in, "serverInfo");
            say(out, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\",\"params\":{}}");
            expect(in, "work_with");
            return System.nanoTime() - start;
        } finally {
            process.waitFor();
        }
    }

    private static void say(BufferedWriter out, String line) throws IOException {
        out.write(line + "\n");
        out.flush();
    }

    private static void expect(BufferedReader in, String text) throws IOException {
        var line = in.readLine();
        if (line == null || !line.contains(text)) {
            throw new IOException("no " + text + " in " + line);
        }
    }

    private Path agent() throws IOException {
        var file = home.directory().resolve("mcp-agent");
        Files.writeString(file, AGENT);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(
                home.directory().resolve("config/providers/mcp-agent.json"),
                """
                { "id": "mcp-agent", "name": "Agent", "command": { "name": "%s" }, "install": "write it",
                  "home": { "path": "~/.mcp-agent", "isolate": { "MCP_AGENT_HOME": "{home}" } },
                  "live": { "wire": "ACP", "permissions": { "ask": {} }, "sharing": "nothing", "capabilities": ["RESUME", "INTERRUPT"] } }
                """.formatted(file));
        Files.writeString(
                home.directory().resolve("config/config.json"),
                "{ \"models\": [{ \"name\": \"at-once\", \"provider\": \"mcp-agent\" }], \"mcpPatienceSeconds\": { \"*\": 120 }, \"agents\": { \"maxDepth\": 1 } }");
        return file;
    }

    private static void bare(Path agent, Samples samples) throws IOException, InterruptedException {
        var process = new ProcessBuilder(agent.toString()).start();
        try (var out = process.outputWriter();
                var in = process.inputReader()) {
            for (var call = 0; call < CALLS; call++) {
                var start = System.nanoTime();
                say(out, "{\"jsonrpc\":\"2.0\",\"id\":" + call + ",\"method\":\"session/prompt\"}");
                expect(in, "done");
                expect(in, "end_turn");
                samples.add(System.nanoTime() - start);
            }
        }
        process.waitFor();
    }

    private boolean quietly(Server server, Path project, String session) {
        try {
            work(server, project, session);
            return true;
        } catch (IOException | InterruptedException e) {
            return false;
        }
    }

    private long work(Server server, Path project, String session) throws IOException, InterruptedException {
        var body =
                """
                {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"work_with","arguments":{"agent":"at-once","task":"go","session_id":"%s"},
                 "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"}}}}
                """.formatted(session);
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/mcp"))
                        .header("Authorization", "Bearer " + home.token())
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .header("MCP-Protocol-Version", "2026-07-28")
                        .header("Mcp-Method", "tools/call")
                        .header("Mcp-Name", "work_with")
                        .header("Parley-Project", project.toString())
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build();
        var start = System.nanoTime();
        var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        var time = System.nanoTime() - start;
        if (!answer.body().contains("\"status\":\"completed\"")) {
            throw new IOException(answer.body());
        }
        return time;
    }
}
