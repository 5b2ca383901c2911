import java.io.IOException;
import java.nio.file.Path;

/// How long a command and the server take to start.
final class StartBench {
    private static final int COMMANDS = 20;
    private static final int SERVERS = 5;

    private final Home home;
    private final Table table;

    StartBench(Home home, Table table) {
        this.home = home;
        this.table = table;
    }

    void run() throws IOException, InterruptedException {
        table.title("start");
        var bare = new Samples();
        var version = new Samples();
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        for (var round = 0; round < COMMANDS; round++) {
            bare.add(time(new ProcessBuilder(java, "-version")));
            version.add(time(home.parley("--version")));
        }
        table.line("java -version", bare);
        table.line("parley --version", version);
        table.line("  against java -version", "%12.2f ×".formatted(version.p50() / bare.p50()));
        table.limited("  p50", version.p50() / 1000, "s", 0.35, Table.Beside.bare(bare.p50() / 1000));

        home.startServer().close(); // fills the cache
        var up = new Samples();
        var bareBeside = new Samples(); // measured again: the machine may be busier by now
        for (var round = 0; round < SERVERS; round++) {
            bareBeside.add(time(new ProcessBuilder(java, "-version")));
            try (var server = home.startServer()) {
                up.add(server.startTime());
            }
        }
        table.line("java -version, in turns with it", bareBeside);
        table.line("parley up, to the first answer", up);
        table.line("  against java -version", "%12.2f ×".formatted(up.p50() / bareBeside.p50()));
        table.limited("  p50", up.p50() / 1000, "s", 1, Table.Beside.bare(bareBeside.p50() / 1000));
    }

    static long time(ProcessBuilder builder) throws IOException, InterruptedException {
        var start = System.nanoTime();
        var process =
                builder.redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        process.getOutputStream().close();
        var code = process.waitFor();
        var time = System.nanoTime() - start;
        if (code != 0) {
            throw new IOException(builder.command() + " ended with " + code);
        }
        return time;
    }
}
