import java.nio.file.Path;

/// Measures Parley; `bench/run` starts it. Every figure stands beside the bare operation, measured
/// in turns with it, and beside its limit. Ends with 1 when a limit is exceeded.
final class Bench {
    private Bench() {}

    public static void main(String[] args) throws Exception {
        var what = args[1];
        var table = new Table();
        try (var home = new Home(Path.of(args[0]))) {
            // A Ctrl-C leaves nothing behind either.
            Runtime.getRuntime().addShutdownHook(new Thread(home::close));
            if (what.equals("start") || what.equals("all")) {
                new StartBench(home, table).run();
            }
            if (what.equals("commands") || what.equals("all")) {
                new CommandsBench(home, table).run();
            }
            if (what.equals("cold") || what.equals("all")) {
                new ColdBench(home, table).run();
            }
            if (what.equals("memory") || what.equals("all")) {
                new MemoryBench(home, table).run();
            }
            if (what.equals("openai") || what.equals("all")) {
                new OpenAiBench(home, table).run();
            }
            if (what.equals("live") || what.equals("all")) {
                new LiveBench(home, table).run();
            }
            if (what.equals("tools") || what.equals("all")) {
                new ToolBench(home, table).run();
            }
            if (what.equals("mcp") || what.equals("all")) {
                new McpBench(home, table).run();
            }
            if (what.equals("tickets") || what.equals("all")) {
                new TicketBench(home, table).run();
            }
            if (what.equals("changes") || what.equals("all")) {
                new ChangesBench(home, table).run();
            }
            if (what.equals("oneshot") || what.equals("all")) {
                new OneShotBench(home, table).run();
            }
            if (what.equals("move") || what.equals("all")) {
                new MoveBench(home, table).run();
            }
            if (what.equals("history")) {
                new HistoryBench(Path.of(args[0]), table).run();
            }
        }
        table.summary();
        System.exit(table.isWithinLimits() ? 0 : 1);
    }
}
