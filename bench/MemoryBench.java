import java.io.IOException;

/// How much memory the server holds when it has nothing to do.
final class MemoryBench {
    private static final int REQUESTS = 50;
    private static final int RUNS = 200;
    private static final double LIMIT = 120;

    private final Home home;
    private final Table table;

    MemoryBench(Home home, Table table) {
        this.home = home;
        this.table = table;
    }

    void run() throws IOException, InterruptedException {
        table.title("memory");
        try (var server = home.startServer();
                var connection = server.connect()) {
            for (var round = 0; round < REQUESTS; round++) {
                connection.health();
            }
            Thread.sleep(15_000);
            report(server, "idle, 15 s after start and " + REQUESTS + " requests");
            for (var round = 0; round < RUNS; round++) {
                connection.run();
            }
            table.line("right after " + RUNS + " runs", parts(server));
            Thread.sleep(20_000);
            report(server, "20 s after " + RUNS + " runs");
        }
    }

    private void report(Server server, String when) throws IOException {
        table.line(when, parts(server));
        table.limited("  in all", server.megabytes("VmRSS"), "MB", LIMIT);
    }

    private static String parts(Server server) throws IOException {
        return "own %6.1f MB   files %6.1f MB   in all %6.1f MB"
                .formatted(
                        server.megabytes("RssAnon"),
                        server.megabytes("RssFile"),
                        server.megabytes("VmRSS"));
    }
}
