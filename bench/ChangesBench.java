import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// What checkpoints add to a turn in a repository of fifty thousand files of which ten have changed: turns of the demo
/// agent there and in a repository of one file, beside a bare `git status`.
final class ChangesBench {
    private static final int DIRECTORIES = 500;
    private static final int FILES = 100;
    private static final int CHANGED = 10;
    private static final int ROUNDS = 20;

    private final Home home;
    private final Table table;

    ChangesBench(Home home, Table table) {
        this.home = home;
        this.table = table;
    }

    void run() throws Exception {
        table.title("a turn in a repository of 50,000 files, 10 of them changed");
        var large = home.directory().resolve("large");
        var small = home.directory().resolve("small");
        make(large, DIRECTORIES);
        make(small, 1);
        try (var server = home.startServer();
                var connection = server.connect()) {
            var there = start(connection, large);
            var here = start(connection, small);
            var first = System.nanoTime();
            turn(connection, there);
            table.line("the first turn", "%12.0f ms".formatted((System.nanoTime() - first) / 1e6));
            turn(connection, here);
            var status = new Samples();
            var plain = new Samples();
            var checked = new Samples();
            var kept = new Samples();
            for (var round = 0; round < ROUNDS; round++) {
                change(large, round);
                var from = System.nanoTime();
                git(large, "status", "--porcelain");
                status.add(System.nanoTime() - from);
                from = System.nanoTime();
                turn(connection, here);
                plain.add(System.nanoTime() - from);
                from = System.nanoTime();
                turn(connection, there);
                checked.add(System.nanoTime() - from);
                connection.get("/api/live/" + there + "/changes/" + (round + 2));
                kept.add(System.nanoTime() - from);
                connection.get("/api/live/" + here + "/changes/" + (round + 2));
            }
            table.line("git status", status);
            table.line("a turn in a repository of 100 files", plain);
            table.line("a turn in the large one", checked);
            table.line("  until its end is kept and told, too", kept);
            table.limited("  added p50", checked.p50() - plain.p50(), "ms", 150);
        }
    }

    private static String start(Connection connection, Path cwd) throws IOException {
        var answer = connection.ask("/api/live", "{\"provider\":\"demo\",\"permission\":\"edit\",\"cwd\":\"" + cwd + "\"}");
        return answer.replaceAll("(?s).*?\"id\":\"([a-z0-9]+)\".*", "$1");
    }

    /// Returns when it is over. The checkpoint after it is made in the background.
    private static void turn(Connection connection, String session) throws IOException, InterruptedException {
        connection.ask("/api/live/" + session + "/actions", "{\"type\":\"prompt\",\"text\":\"brief\"}");
        while (!connection.get("/api/live/" + session).contains("\"state\":\"idle\"")) {
            Thread.sleep(1);
        }
    }

    private static void make(Path root, int directories) throws IOException, InterruptedException {
        for (var directory = 0; directory < directories; directory++) {
            var place = Files.createDirectories(root.resolve("d" + directory % 20).resolve("s" + directory));
            for (var file = 0; file < FILES; file++) {
                Files.writeString(place.resolve("f" + file + ".txt"), "file %d %d\n".formatted(directory, file).repeat(5));
            }
        }
        git(root, "init", "-q");
        git(root, "add", ".");
        git(root, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "x");
    }

    private static void change(Path root, int round) throws IOException {
        for (var file = 0; file < CHANGED; file++) {
            Files.writeString(
                    root.resolve("d" + file).resolve("s" + file).resolve("f1.txt"),
                    "round " + round + "\n",
                    StandardOpenOption.APPEND);
        }
    }

    private static void git(Path root, String... arguments) throws IOException, InterruptedException {
        var command = new java.util.ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        process.waitFor();
    }
}
