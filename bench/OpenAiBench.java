import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/// What the OpenAI door adds to a bare process: the time of one answer, answers per second with many
/// askers, and the way of the first streamed text. Every asker has an agent in a repository of its
/// own, because agents in one repository wait for each other.
final class OpenAiBench {
    private static final int WARM_UP = 300;
    private static final int ANSWERS = 300;
    private static final int BLOCKS = 4;
    private static final int MOST_ASKERS = 32;
    private static final int PER_BLOCK = 320; // answers, of all askers together

    private final Home home;
    private final Table table;

    OpenAiBench(Home home, Table table) {
        this.home = home;
        this.table = table;
    }

    void run() throws Exception {
        home.addAgents(MOST_ASKERS);
        try (var server = home.startServer()) {
            one(server);
            firstPiece(server);
            atOnce(server, 8);
            atOnce(server, MOST_ASKERS);
        }
    }

    private void one(Server server) throws IOException, InterruptedException {
        table.title("one answer by the OpenAI door");
        var bare = new Samples();
        var parley = new Samples();
        try (var connection = server.connect()) {
            var chat = connection.chat("agent-0", false);
            for (var round = 0; round < WARM_UP + ANSWERS; round++) {
                var bareTime = OneShotBench.bare(home).whole();
                var time = connection.complete(chat);
                if (round >= WARM_UP) {
                    bare.add(bareTime);
                    parley.add(time);
                }
            }
        }
        table.line("the CLI itself", bare);
        table.line("POST /v1/chat/completions", parley);
        table.line("  against the CLI itself", "%12.2f ×".formatted(parley.p50() / bare.p50()));
        table.limited("  added p50", parley.p50() - bare.p50(), "ms", 3, Table.Beside.bare(bare.p50()));
    }

    private void firstPiece(Server server) throws IOException {
        table.title("from the CLI's line to the first streamed byte");
        var delays = new Samples();
        try (var connection = server.connect()) {
            var chat = connection.chat("clock", true);
            for (var round = 0; round < ANSWERS / 3; round++) {
                delays.add(connection.firstPieceDelay(chat));
            }
        }
        table.line("`date` of the stub to the asker's clock", delays);
        table.limited("  p50", delays.p50(), "ms", 5);
    }

    private void atOnce(Server server, int askers) throws Exception {
        table.title(askers + " askers at once");
        var bare = 0L;
        var parley = 0L;
        var each = PER_BLOCK / askers;
        for (var block = 0; block < BLOCKS; block++) {
            bare += OneShotBench.timeAtOnce(askers, () -> {
                for (var round = 0; round < each; round++) {
                    OneShotBench.bare(home);
                }
                return null;
            });
            var next = new AtomicInteger();
            parley += OneShotBench.timeAtOnce(askers, () -> {
                try (var connection = server.connect()) {
                    var chat = connection.chat("agent-" + next.getAndIncrement(), false);
                    for (var round = 0; round < each; round++) {
                        connection.complete(chat);
                    }
                }
                return null;
            });
        }
        var answers = askers * each * BLOCKS;
        table.line("the CLI itself", "%12.0f answers/s   n=%d".formatted(answers / (bare / 1e9), answers));
        table.line("POST /v1/chat/completions", "%12.0f answers/s".formatted(answers / (parley / 1e9)));
        table.atLeast("  of the CLI's own throughput", (double) bare / parley, "×", 0.8);
    }
}
