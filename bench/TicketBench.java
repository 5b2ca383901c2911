import java.io.IOException;

/// The board with ten thousand tickets: a page of it, one column, one label, a move, and a look at
/// one ticket, each over HTTP on a kept-alive connection beside an answer that reads nothing.
final class TicketBench {
    private static final int TICKETS = 10_000;
    private static final int WARM_UP = 200;
    private static final int ROUNDS = 300;

    private final Home home;
    private final Table table;

    TicketBench(Home home, Table table) {
        this.home = home;
        this.table = table;
    }

    void run() throws Exception {
        try (var server = home.startServer();
                var connection = server.connect()) {
            table.title("a board of " + TICKETS + " tickets");
            var start = System.nanoTime();
            connection.ask("/api/tickets/import", file());
            table.line("imported in", "%12.0f ms".formatted((System.nanoTime() - start) / 1e6));
            var health = new Samples();
            for (var round = 0; round < ROUNDS; round++) {
                var from = System.nanoTime();
                connection.get("/api/tickets?limit=1&column=done");
                health.add(System.nanoTime() - from);
            }
            table.line("an empty column", health);
            list(connection, "a page of 200", "/api/tickets");
            list(
                    connection,
                    "a page of 200 of a project",
                    "/api/tickets?project=" + home.directory());
            list(connection, "a page of 200 from the middle", "/api/tickets?after=T5000");
            list(connection, "those with a rare label", "/api/tickets?label=rare");
            list(connection, "one ticket", "/api/tickets/T77");
            move(connection);
        }
    }

    private String file() {
        var json = new StringBuilder("{\"project\":\"" + home.directory() + "\",\"tickets\":[");
        for (var number = 0; number < TICKETS; number++) {
            json.append(number == 0 ? "" : ",")
                    .append(
                            "{\"id\":\"a%d\",\"title\":\"Ticket %d about thing %d\""
                                    .formatted(number, number, number % 97))
                    .append(number % 10 == 9 ? ",\"dependsOn\":[\"a" + (number - 1) + "\"]" : "")
                    .append(",\"labels\":[\"" + (number % 1000 == 0 ? "rare" : "common") + "\"]")
                    .append(",\"body\":\"" + "Why and how. ".repeat(20) + "\"}");
        }
        return json.append("]}").toString();
    }

    private void list(Connection connection, String name, String path) throws IOException {
        var samples = new Samples();
        for (var round = 0; round < WARM_UP + ROUNDS; round++) {
            var from = System.nanoTime();
            connection.get(path);
            if (round >= WARM_UP) {
                samples.add(System.nanoTime() - from);
            }
        }
        table.line(name, samples);
        table.limited("  p50", samples.p50(), "ms", 20);
    }

    /// Each to the place before the first one, and every other one into the same gap.
    private void move(Connection connection) throws IOException {
        var samples = new Samples();
        for (var round = 0; round < WARM_UP + ROUNDS * 3; round++) {
            var before = round % 2 == 0 ? "T1" : "T" + (100 + round - 1);
            var from = System.nanoTime();
            connection.ask(
                    "/api/tickets/T" + (100 + round) + "/move",
                    "{\"column\":\"ready\",\"before\":\"" + before + "\"}");
            if (round >= WARM_UP) {
                samples.add(System.nanoTime() - from);
            }
        }
        table.line("a move", samples);
        table.limited("  p50", samples.p50(), "ms", 20);
    }
}
