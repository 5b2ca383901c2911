import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/// What Parley adds to one turn of a CLI: as a command, inside the server, and with eight at once.
/// Then looks for what 500 runs leave behind.
final class OneShotBench {
    private static final int COMMANDS = 20;
    private static final int WARM_UP = 100;
    private static final int RUNS = 300;
    private static final int AT_ONCE = 8;
    private static final int BLOCKS = 4;
    private static final int PER_BLOCK = 25; // for each of the eight
    private static final int LEAK_RUNS = 500;

    /// The JDK keeps the threads that wait for children for a minute.
    private static final int SETTLE_SECONDS = 75;

    private final Home home;
    private final Table table;

    OneShotBench(Home home, Table table) {
        this.home = home;
        this.table = table;
    }

    void run() throws Exception {
        command();
        try (var server = home.startServer()) {
            one(server);
            atOnce(server);
            leaks(server);
        }
    }

    private void command() throws IOException, InterruptedException {
        table.title("one turn as a command");
        var bare = new Samples();
        var parley = new Samples();
        for (var round = -2; round < COMMANDS; round++) {
            var bareTime = StartBench.time(home.stub());
            var parleyTime = StartBench.time(home.parley("run", "--provider", "stub", "hi"));
            if (round >= 0) {
                bare.add(bareTime);
                parley.add(parleyTime);
            }
        }
        table.line("the CLI itself", bare);
        table.line("parley run", parley);
        table.line("  added p50", "%12.2f ms".formatted(parley.p50() - bare.p50()));
    }

    private void one(Server server) throws IOException, InterruptedException {
        table.title("one turn inside the server");
        var bareFirst = new Samples();
        var bareWhole = new Samples();
        var parleyFirst = new Samples();
        var parleyWhole = new Samples();
        var health = new Samples();
        var cpu = 0L;
        try (var connection = server.connect()) {
            for (var round = 0; round < WARM_UP + RUNS; round++) {
                if (round == WARM_UP) {
                    cpu = server.cpuMillis();
                }
                var bare = bare(home);
                var http = connection.health();
                var parley = connection.run();
                if (round >= WARM_UP) {
                    bareFirst.add(bare.first());
                    bareWhole.add(bare.whole());
                    parleyFirst.add(parley.first());
                    parleyWhole.add(parley.whole());
                    health.add(http);
                }
            }
        }
        table.line("GET /healthz, for comparison", health);
        table.line("the CLI itself, first line", bareFirst);
        table.line("POST /api/run, first event", parleyFirst);
        table.line("  added p50", "%12.2f ms".formatted(parleyFirst.p50() - bareFirst.p50()));
        table.line("the CLI itself, whole turn", bareWhole);
        table.line("POST /api/run, whole turn", parleyWhole);
        table.line("  against the CLI itself", "%12.2f ×".formatted(parleyWhole.p50() / bareWhole.p50()));
        table.line(
                "  processor time of the server per run",
                "%12.2f ms".formatted((server.cpuMillis() - cpu) / (double) RUNS));
        table.limited("  added p50", parleyWhole.p50() - bareWhole.p50(), "ms", 5, Table.Beside.bare(bareWhole.p50()));
    }

    /// One turn of the stub with nothing but a `ProcessBuilder`.
    static Connection.Times bare(Home home) throws IOException, InterruptedException {
        var start = System.nanoTime();
        var process = home.stub().redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (var out = process.getOutputStream()) {
            out.write("hi".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        var buffer = new byte[16 * 1024];
        var first = 0L;
        try (var in = process.getInputStream()) {
            while (in.read(buffer) >= 0) {
                first = first == 0 ? System.nanoTime() - start : first;
            }
        }
        process.waitFor();
        return new Connection.Times(first, System.nanoTime() - start);
    }

    private void atOnce(Server server) throws Exception {
        table.title(AT_ONCE + " turns at once");
        var bare = 0L;
        var parley = 0L;
        var times = new Samples();
        for (var block = 0; block < BLOCKS; block++) {
            bare += timeAtOnce(AT_ONCE, () -> {
                for (var round = 0; round < PER_BLOCK; round++) {
                    bare(home);
                }
                return null;
            });
            parley += timeAtOnce(AT_ONCE, () -> {
                runMany(server, PER_BLOCK, times);
                return null;
            });
        }
        var runs = AT_ONCE * BLOCKS * PER_BLOCK;
        table.line("the CLI itself", "%12.0f turns/s   n=%d".formatted(runs / (bare / 1e9), runs));
        table.line("POST /api/run", "%12.0f turns/s   n=%d".formatted(runs / (parley / 1e9), runs));
        table.line("POST /api/run", times);
        table.line("  of the CLI's own throughput", "%12.2f ×".formatted((double) bare / parley));
    }

    private static void runMany(Server server, int count, Samples times) throws IOException {
        try (var connection = server.connect()) {
            for (var round = 0; round < count; round++) {
                times.add(connection.run().whole());
            }
        }
    }

    static long timeAtOnce(int count, Callable<Void> work) throws Exception {
        var start = System.nanoTime();
        try (var threads = Executors.newFixedThreadPool(count)) {
            for (var done : threads.invokeAll(java.util.Collections.nCopies(count, work))) {
                done.get();
            }
        }
        return System.nanoTime() - start;
    }

    /// The runs so far have made all that is made once; from here on nothing may be added.
    private void leaks(Server server) throws IOException, InterruptedException {
        table.title("what " + LEAK_RUNS + " runs leave behind");
        Thread.sleep(SETTLE_SECONDS * 1000L);
        var threads = server.status("Threads");
        var files = server.openFiles();
        runMany(server, LEAK_RUNS, new Samples());
        for (var second = 0; second < SETTLE_SECONDS && server.status("Threads") > threads; second++) {
            Thread.sleep(1000);
        }
        Thread.sleep(1000);
        table.limited("processes with its tag", server.children(), "processes", 0);
        table.limited("entries in its ledger", server.ledgerEntries(), "children", 0);
        table.limited("threads", server.status("Threads"), "threads", threads);
        table.limited("open files", server.openFiles(), "files", files);
    }
}
