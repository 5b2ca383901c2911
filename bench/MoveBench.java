import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;

/// A session of Claude Code with a thousand turns, each with a tool call, that is brought to every
/// CLI whose files Parley writes itself, over HTTP, beside a copy of its file; the same with 100 MB
/// and 20,000 turns; and one of 400 MB, which takes no more of the server's memory.
final class MoveBench {
    private static final List<String> TARGETS = List.of("claude", "codex", "gemini", "kimi", "qwen");
    private static final String USUAL = "5f0c6c1e-2b7a-4c55-9d3e-8a1b2c3d4e5f";
    private static final String LARGE = "5f0c6c1e-2b7a-4c55-9d3e-8a1b2c3d4e60";
    private static final String HUGE = "5f0c6c1e-2b7a-4c55-9d3e-8a1b2c3d4e61";
    private static final int WARM_UP = 3;
    private static final int ROUNDS = 10;
    private static final long PATIENCE_NANOS = 120_000_000_000L;

    private final Home home;
    private final Table table;

    MoveBench(Home home, Table table) {
        this.home = home;
        this.table = table;
    }

    void run() throws Exception {
        var user = home.user();
        var project = Files.createDirectories(home.directory().resolve("project"));
        var usual = write(user, project, USUAL, 1_000, 400);
        try (var server = home.startServer();
                var connection = server.connect()) {
            known(connection, USUAL);
            table.title("moving a session of 1,000 turns, %,d kB".formatted(Files.size(usual) / 1024));
            var bare = new Samples();
            for (var round = 0; round < ROUNDS; round++) {
                var from = System.nanoTime();
                Files.copy(usual, project.resolve("copy"), StandardCopyOption.REPLACE_EXISTING);
                bare.add(System.nanoTime() - from);
            }
            table.line("a copy of its file", bare);
            for (var target : TARGETS) {
                var samples = new Samples();
                for (var round = 0; round < WARM_UP + ROUNDS; round++) {
                    var from = System.nanoTime();
                    move(connection, USUAL, target, project);
                    if (round >= WARM_UP) {
                        samples.add(System.nanoTime() - from);
                    }
                }
                table.line("to " + target, samples);
                table.limited("  p50", samples.p50(), "ms", 1_000);
            }
        }
        large(project, write(user, project, LARGE, 20_000, 2_300), LARGE, TARGETS);
        large(project, write(user, project, HUGE, 80_000, 2_300), HUGE, List.of("codex"));
    }

    /// Each with a server of its own, so that no memory is left from what was before. It has read the
    /// file for its lists by then.
    private void large(Path project, Path file, String id, List<String> targets) throws Exception {
        table.title("moving a session of %,d MB".formatted(Files.size(file) / 1024 / 1024));
        for (var target : targets) {
            try (var server = home.startServer();
                    var connection = server.connect()) {
                known(connection, id);
                server.collect();
                server.forgetPeak();
                var before = server.megabytes("VmRSS");
                var from = System.nanoTime();
                move(connection, id, target, project);
                table.line("to " + target, "%12.0f ms".formatted((System.nanoTime() - from) / 1e6));
                var most = server.megabytes("VmHWM") - before;
                server.collect();
                var left = server.megabytes("VmRSS") - before;
                table.line("  memory, more by", "%12.0f MB at most, %.0f MB then".formatted(most, left));
            }
        }
    }

    private static void move(Connection connection, String id, String target, Path project) throws IOException {
        connection.ask(
                "/api/sessions/claude/" + id + "/move",
                "{\"to\":\"%s\",\"cwd\":\"%s\"}".formatted(target, project));
    }

    /// The server has seen the file.
    private static void known(Connection connection, String id) throws Exception {
        var from = System.nanoTime();
        while (!connection.get("/api/sessions?limit=1000").contains(id)) {
            if (System.nanoTime() - from > PATIENCE_NANOS) {
                throw new IOException("The server does not see " + id);
            }
            Thread.sleep(50);
        }
    }

    /// @param letters of each result and each answer
    private static Path write(Path user, Path project, String id, int turns, int letters) throws IOException {
        var file = user.resolve(".claude/projects/bench/" + id + ".jsonl");
        Files.createDirectories(file.getParent());
        var filler = "lorem ipsum ".repeat(letters / 12);
        try (var out = Files.newBufferedWriter(file)) {
            var lines = new Lines(out, project, Instant.now().minusSeconds(turns));
            for (var turn = 0; turn < turns; turn++) {
                lines.add("user", "\"question %d\"".formatted(turn));
                lines.add("assistant", "[{\"type\":\"tool_use\",\"id\":\"toolu_%d\",\"name\":\"Bash\",\"input\":{\"command\":\"echo %d\"}}]".formatted(turn, turn));
                lines.add("user", "[{\"type\":\"tool_result\",\"tool_use_id\":\"toolu_%d\",\"content\":\"%s\"}]".formatted(turn, filler));
                lines.add("assistant", "[{\"type\":\"text\",\"text\":\"answer %d %s\"}]".formatted(turn, filler));
            }
        }
        return file;
    }

    private static final class Lines {
        private final BufferedWriter out;
        private final Path project;
        private final Instant began;
        private int count;

        Lines(BufferedWriter out, Path project, Instant began) {
            this.out = out;
            this.project = project;
            this.began = began;
        }

        void add(String who, String content) throws IOException {
            out.write(
                    "{\"uuid\":\"u%d\",\"parentUuid\":%s,\"timestamp\":\"%s\",\"cwd\":\"%s\",\"type\":\"%s\",\"message\":{\"id\":\"m%d\",\"role\":\"%s\",\"content\":%s}}\n"
                            .formatted(
                                    count,
                                    count == 0 ? "null" : "\"u" + (count - 1) + "\"",
                                    began.plusMillis(count * 250L),
                                    project,
                                    who,
                                    count,
                                    who,
                                    content));
            count++;
        }
    }
}
