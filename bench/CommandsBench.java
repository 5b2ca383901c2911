import java.io.IOException;

/// How long a person waits for a short command: those that ask a server that runs, and those that
/// do without one. Whole commands, with the launcher, in turns with `--version`.
final class CommandsBench {
    private static final int ROUNDS = 7;

    private static final String[][] ASKING = {
        {"status"}, {"approvals"}, {"search", "error"}, {"tickets"}, {"worktrees"},
    };

    private static final String[][] ALONE = {{"models"}, {"doctor"}, {"sessions"}, {"usage"}};

    private final Home home;
    private final Table table;

    CommandsBench(Home home, Table table) {
        this.home = home;
        this.table = table;
    }

    void run() throws Exception {
        home.user();
        table.title("commands without a server");
        measure(ALONE, 0.35);
        try (var server = home.startServer()) {
            table.title("commands that ask a server");
            measure(ASKING, 0.25);
        }
    }

    private void measure(String[][] commands, double limit) throws IOException, InterruptedException {
        for (var command : commands) {
            StartBench.time(home.parley(command)); // what is made once: the cache, the store
            var version = new Samples();
            var samples = new Samples();
            var costs = new Costs();
            for (var round = 0; round < ROUNDS; round++) {
                version.add(StartBench.time(home.parley("--version")));
                var cost = Cost.of(home.parley(command));
                samples.add(Math.round(cost.wallSeconds() * 1e9));
                costs.add(cost);
            }
            var name = "parley " + String.join(" ", command);
            table.line(name, samples);
            table.line("  processor time", "%12.2f s".formatted(costs.cpu()));
            table.limited("  p50", samples.p50() / 1000, "s", limit, Table.Beside.bare(version.p50() / 1000));
        }
    }
}
