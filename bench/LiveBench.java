import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Live sessions on agents that do nothing but tell the time ten times a second: how late a
/// WebSocket hears it, with one session and with many, what an idle session costs, and whether
/// anything gets lost.
final class LiveBench {
    private static final int SESSIONS = 500;
    private static final int PIECES = 100; // ten seconds
    private static final int TURNS = 5;
    private static final int PATIENCE_SECONDS = 240;

    private final Home home;
    private final Table table;
    private final HttpClient client = HttpClient.newHttpClient();

    LiveBench(Home home, Table table) {
        this.home = home;
        this.table = table;
    }

    void run() throws Exception {
        home.addTalkers(SESSIONS + 10);
        try (var server = home.startServer()) {
            few(server);
            many(server);
        }
    }

    private void few(Server server) throws Exception {
        table.title("from an agent's line to the WebSocket frame, ten sessions");
        talk(server, start(server, 10), new Samples()); // warm up
        talk(server, start(server, 10), new Samples());
        var bare = new Turns();
        var parley = new Turns();
        for (var turn = 0; turn < TURNS; turn++) {
            BareTalkers.hear(home.talker(), 10, bare.next());
            talk(server, start(server, 10), parley.next());
        }
        table.line("the agent's clock to a frame without Parley", bare.all());
        table.line("the agent's clock to Parley's frame, in turns", parley.all());
        table.limited("  added p50, median of the turns", parley.added(bare, 50), "ms", 2);
        table.line("  p99 without Parley, of each turn", bare.percentiles(99));
        table.line("  p99 with Parley, of each turn", parley.percentiles(99));
        table.limited("  added p99, median of the turns", parley.added(bare, 99), "ms", 10);
    }

    private void many(Server server) throws Exception {
        table.title(SESSIONS + " sessions, ten events a second each");
        Thread.sleep(15_000); // what was idle before is counted before
        server.collect();
        var before = server.megabytes("VmRSS");
        var sessions = start(server, SESSIONS);
        Thread.sleep(20_000);
        server.collect();
        var each = (server.megabytes("VmRSS") - before) * 1024 / SESSIONS;
        table.limited("memory of an idle session, beside its process", each, "KB", 200);
        var cpu = server.cpuMillis();
        var delays = new Samples();
        talk(server, sessions, delays);
        table.line("the agents' clocks to ours", delays);
        table.line("  p99", "%12.2f ms".formatted(delays.percentile(99)));
        table.line("  processor time of the server", "%12.1f s of 10 s".formatted((server.cpuMillis() - cpu) / 1000.0));
        table.atLeast("events that arrived", delays.count(), "events", (double) SESSIONS * PIECES);
    }

    private List<String> start(Server server, int count) throws Exception {
        var ids = new ArrayList<String>();
        for (var at = 0; at < count; at++) {
            var body = "{\"provider\":\"talker\",\"cwd\":\"" + home.directory() + "\"}";
            var answer = send(server, "/api/live", body);
            ids.add(answer.replaceAll("(?s).*?\"id\":\"([^\"]+)\".*", "$1"));
        }
        for (var id : ids) {
            for (var round = 0; !state(server, id).equals("idle"); round++) {
                if (round > PATIENCE_SECONDS * 10) {
                    throw new IOException("The session " + id + " did not become idle");
                }
                Thread.sleep(100);
            }
        }
        return ids;
    }

    private String state(Server server, String id) throws Exception {
        var request = request(server, "/api/live/" + id).GET().build();
        var body = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        return body.replaceAll("(?s).*?\"state\":\"([^\"]+)\".*", "$1");
    }

    private String send(Server server, String path, String body) throws Exception {
        var request = request(server, path).POST(HttpRequest.BodyPublishers.ofString(body)).build();
        var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new IOException(path + ": " + answer.body());
        }
        return answer.body();
    }

    private HttpRequest.Builder request(Server server, String path) throws IOException {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .header("Authorization", "Bearer " + home.token())
                .header("Content-Type", "application/json");
    }

    /// Lets every session speak for ten seconds and hears all of it on one WebSocket.
    private void talk(Server server, List<String> sessions, Samples delays) throws Exception {
        var listener = new Listener(sessions.size(), delays);
        try (var socket = new Frames(server.port(), "/ws", home.token(), listener::hear)) {
            socket.say("{\"type\":\"hello\",\"version\":1}");
            for (var id : sessions) {
                socket.say("{\"type\":\"session.follow\",\"sessionId\":\"" + id + "\",\"after\":0}");
            }
            for (var id : sessions) {
                socket.say(
                        "{\"type\":\"session.action\",\"sessionId\":\"" + id
                                + "\",\"action\":{\"type\":\"prompt\",\"text\":\"speak\"}}");
            }
            if (!listener.ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(listener.ended.getCount() + " sessions did not end their turns");
            }
        }
    }

    /// Reads the time out of every piece that arrives.
    private static final class Listener {
        private final Samples delays;
        private final CountDownLatch ended;

        Listener(int sessions, Samples delays) {
            ended = new CountDownLatch(sessions);
            this.delays = delays;
        }

        private void hear(String message) {
            if (message.contains("\"at ") && message.contains("\"message.delta\"")) {
                delays.add(BareTalkers.late(message));
            } else if (message.contains("\"turn.end\"")) {
                ended.countDown();
            } else if (message.startsWith("{\"type\":\"error\"")) {
                System.err.println(message);
            }
        }
    }
}
