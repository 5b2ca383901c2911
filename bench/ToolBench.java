import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.regex.Pattern;

/// Calls of Parley's tools from inside a live session: how long an agent waits for the answer,
/// against a program that answers every call at once, and whether 100 calls at the same time are
/// all answered. The agents are scripts that speak as Claude Code and Codex do and write down what
/// they measured.
final class ToolBench {
    private static final int TURNS = 5;
    private static final int CALLS = 200;
    private static final int AT_ONCE = 100;
    private static final int PATIENCE_SECONDS = 120;

    /// What both scripts share: `call` sends a call and returns its id, `answer` waits for the next
    /// answer and returns the id of its call, which counts once.
    private static final String COMMON =
            """
            #!/usr/bin/perl
            use Time::HiRes qw(time);
            $| = 1; my $count = 0; my $session = "00000000-0000-4000-8000-" . sprintf("%012d", $$);
            sub put { print "$_[0]\\n" }
            sub measured {
              my @times;
              for (1 .. CALLS) { my $from = time; call(); answer(); push @times, int((time - $from) * 1e6) }
              my %open; $open{call()} = 1 for 1 .. AT_ONCE; my $answered = 0;
              for (1 .. AT_ONCE) { $answered++ if delete $open{answer()} }
              open my $file, ">", "TIMES.new"; print $file "$answered @times"; close $file; rename "TIMES.new", "TIMES";
            }
            """;

    private static final String CLAUDE =
            """
            sub answer { while (<STDIN>) { return $1 if /"control_response"/ && /"mcp_response"/ && /"request_id":"(q\\d+)"/ } 0 }
            sub message { $count++; put(qq({"type":"control_request","request_id":"q$count","request":{"subtype":"mcp_message","server_name":"parley","message":$_[0]}})); "q$count" }
            sub call { my $id = $count + 1; message(qq({"method":"tools/call","params":{"name":"list_tickets","arguments":{},"_meta":{"claudecode/toolUseId":"call_$id"}},"jsonrpc":"2.0","id":$id})) }
            while (<STDIN>) {
              if (/"initialize"/ && /"request_id":"([^"]+)"/) { put(qq({"type":"control_response","response":{"subtype":"success","request_id":"$1","response":{"session_state":"idle"}}})) }
              elsif (/"type":"user"/) {
                put(qq({"type":"system","subtype":"init","cwd":"/","session_id":"$session","tools":[],"model":"stub-1","permissionMode":"default"}));
                message(qq({"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"stub","version":"1"}},"jsonrpc":"2.0","id":0})); answer();
                measured();
                put(qq({"type":"result","subtype":"success","is_error":false,"duration_ms":1,"num_turns":1,"result":"ok","session_id":"$session","total_cost_usd":0,"usage":{"input_tokens":1,"output_tokens":1}}));
              }
            }
            """;

    private static final String CODEX =
            """
            sub answer { while (<STDIN>) { return $1 if /"contentItems"/ && /"id":(\\d+)/ } 0 }
            sub call { $count++; put(qq({"method":"item/tool/call","id":$count,"params":{"threadId":"$session","turnId":"turn-1","callId":"call_$count","namespace":"parley","tool":"list_tickets","arguments":{}}})); $count }
            while (<STDIN>) {
              my ($id) = /"id":(\\d+)/;
              if (/"initialize"/) { put(qq({"id":$id,"result":{"userAgent":"stub/1","codexHome":"/","platformFamily":"unix","platformOs":"linux"}})) }
              elsif (/"thread\\/start"/) { put(qq({"id":$id,"result":{"thread":{"id":"$session","preview":"","cwd":"/","cliVersion":"1","turns":[]},"model":"stub-1","modelProvider":"stub","cwd":"/","approvalPolicy":"on-request","sandbox":{"type":"readOnly"}}})) }
              elsif (/"turn\\/start"/) {
                my $turn = qq("turn":{"id":"turn-1","items":[],"status":"inProgress","error":null});
                put(qq({"id":$id,"result":{$turn}})); put(qq({"method":"turn/started","params":{"threadId":"$session",$turn}}));
                measured();
                $turn =~ s/inProgress/completed/; put(qq({"method":"turn/completed","params":{"threadId":"$session",$turn}}));
              }
              elsif (defined $id) { put(qq({"id":$id,"result":{}})) }
            }
            """;

    private static final Pattern REQUEST = Pattern.compile("\"request_id\":\"(q\\d+)\"");
    private static final Pattern NUMBER = Pattern.compile("\"id\":(\\d+)");

    private final Home home;
    private final Table table;
    private final HttpClient client = HttpClient.newHttpClient();

    ToolBench(Home home, Table table) {
        this.home = home;
        this.table = table;
    }

    void run() throws Exception {
        var claude = agent("claude", "CLAUDE_STREAM_JSON", CLAUDE);
        var codex = agent("codex", "CODEX_APP_SERVER", CODEX);
        try (var server = home.startServer()) {
            measure(server, claude, "claude", "{\"type\":\"user\"}");
            measure(server, codex, "codex", "{\"id\":1,\"method\":\"turn/start\"}");
        }
    }

    private Path agent(String name, String wire, String script) throws IOException {
        var file = home.directory().resolve("tools-" + name);
        Files.writeString(
                file,
                (COMMON + script)
                        .replace("CALLS", Integer.toString(CALLS))
                        .replace("AT_ONCE", Integer.toString(AT_ONCE))
                        .replace("TIMES", times(name).toString()));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(
                home.directory().resolve("config/providers/tools-" + name + ".json"),
                """
                { "id": "tools-%s", "name": "Tools", "command": { "name": "%s" }, "home": { "path": "~/.tools" }, "install": "write it",
                  "live": { "wire": "%s", "permissions": { "ask": {} }, "sharing": "nothing", "capabilities": ["TOOLS"] } }
                """.formatted(name, file, wire));
        return file;
    }

    private Path times(String name) {
        return home.directory().resolve("times-" + name);
    }

    private void measure(Server server, Path agent, String name, String prompt) throws Exception {
        table.title("a tool call inside a live session, as " + name + " calls");
        take(() -> throughParley(server, name), name, new Samples()); // warm up
        take(() -> throughParley(server, name), name, new Samples());
        var bare = new Turns();
        var parley = new Turns();
        var answered = 0;
        for (var turn = 0; turn < TURNS; turn++) {
            take(() -> answeredAtOnce(agent, prompt), name, bare.next());
            answered += take(() -> throughParley(server, name), name, parley.next());
        }
        table.line("answered at once, without Parley", bare.all());
        table.line("answered by Parley, in turns", parley.all());
        table.limited("  added p50, median of the turns", parley.added(bare, 50), "ms", 5);
        table.line("  added p99, median of the turns", "%12.2f ms".formatted(parley.added(bare, 99)));
        table.atLeast("answers to calls at once", answered, "answers", (double) TURNS * AT_ONCE);
    }

    private interface Turn {
        void run() throws Exception;
    }

    /// @return how many of the calls at once were answered
    private int take(Turn turn, String name, Samples samples) throws Exception {
        Files.deleteIfExists(times(name));
        turn.run();
        var words = Files.readString(times(name)).split(" ");
        for (var at = 1; at < words.length; at++) {
            samples.add(Long.parseLong(words[at]) * 1000);
        }
        return Integer.parseInt(words[0]);
    }

    private void throughParley(Server server, String name) throws Exception {
        var body =
                "{\"provider\":\"tools-%s\",\"cwd\":\"%s\",\"prompt\":\"call\",\"tools\":[\"list_tickets\"]}"
                        .formatted(name, home.directory());
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/api/live"))
                        .header("Authorization", "Bearer " + home.token())
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build();
        var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 201) {
            throw new IOException(answer.body());
        }
        await(name);
    }

    private void await(String name) throws Exception {
        for (var round = 0; !Files.exists(times(name)); round++) {
            if (round > PATIENCE_SECONDS * 10) {
                throw new IOException("The agent " + name + " did not end its turn");
            }
            Thread.sleep(100);
        }
    }

    /// A host that does nothing but answer.
    private void answeredAtOnce(Path agent, String prompt) throws Exception {
        var process = new ProcessBuilder(agent.toString()).start();
        try (var lines = process.inputReader(); var out = process.getOutputStream()) {
            say(out, prompt);
            Thread.ofPlatform().start(() -> answer(lines, out));
            await(agent.getFileName().toString().replace("tools-", ""));
        } finally {
            process.destroyForcibly();
        }
    }

    private static void answer(BufferedReader lines, OutputStream out) {
        try {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                var request = REQUEST.matcher(line);
                var number = NUMBER.matcher(line);
                if (request.find()) {
                    say(out, "{\"type\":\"control_response\",\"request_id\":\"" + request.group(1) + "\",\"mcp_response\":{}}");
                } else if (line.contains("\"item/tool/call\"") && number.find()) {
                    say(out, "{\"id\":" + number.group(1) + ",\"result\":{\"contentItems\":[]}}");
                }
            }
        } catch (IOException _) {
            // it was ended
        }
    }

    private static void say(OutputStream out, String line) throws IOException {
        out.write((line + "\n").getBytes());
        out.flush();
    }
}
