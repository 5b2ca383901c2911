import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalDouble;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// What a server lets one see of the history: while it reads for the first time, afterwards, and when a CLI writes.
final class HistoryServerBench {
    private static final int POLL_MILLIS = 10;
    // While it works for long: being asked costs it, too.
    private static final int SELDOM_MILLIS = 500;
    private static final long PATIENCE = TimeUnit.MINUTES.toNanos(20);
    private static final int LISTS = 300;
    private static final int ROUNDS = 200;
    private static final int LINES = 10;

    private static final double TEXT_SECONDS = 20;

    /// The same where the peer's first pass takes 3.2 s, the most that was seen when the limit was
    /// set: a slower machine makes both slower.
    private static final double TEXT_MOST = TEXT_SECONDS / 3.2;

    private static final String FIRST_PAGE = "/api/sessions?limit=50";

    /// @param queries asked in turns, so that an answer that was kept is of no use
    private record Search(String what, String... queries) {}

    private static final List<Search> SEARCHES =
            List.of(
                    new Search("a word in every session", "error", "file", "test", "value", "name"),
                    new Search("a rare word", "quokkaberry"),
                    new Search("two common words", "error timeout", "file retry", "test cache", "value log", "name branch"),
                    new Search("a phrase", "\"retry budget exhausted\""),
                    new Search("a phrase of common words", "\"the error\"", "\"to file\"", "\"and return\"", "\"of test\"", "\"in function\""),
                    new Search("a beginning", "quokka*"),
                    new Search("a common beginning", "err*", "fil*", "tes*", "val*", "ret*"),
                    new Search("a word of prompts", "role:user error", "role:user file", "role:user test"),
                    new Search("a word of one CLI", "error provider:codex", "file provider:claude", "test provider:codex"));

    private final Path root;
    private final Table table;
    private String last;
    private String time;

    HistoryServerBench(Path root, Table table) {
        this.root = root;
        this.table = table;
    }

    /// A server that knows nothing yet, and then everything.
    ///
    /// @param peer processor time of the peer's first pass, in seconds
    void mixed(Path corpus, Corpora.Facts facts, OptionalDouble peer) throws Exception {
        table.title("history: a server that reads for the first time");
        var id = UUID.randomUUID().toString();
        var folder = corpus.resolve("claude/projects/-home-dev-bench-" + id.substring(0, 8));
        try (var home = new Home(root).reading(corpus)) {
            var file = Files.createDirectories(folder).resolve(id + ".jsonl");
            Files.writeString(file, line(id, "The first line."));
            try (var server = home.startServer();
                    var connection = server.connect()) {
                appearing(server, connection);
                var isSearched = hasSearch(connection);
                if (isSearched) {
                    fullText(home, server, connection, facts, peer);
                    var all = new Samples();
                    for (var kind : SEARCHES) {
                        search(connection, kind, all);
                    }
                    table.limited("search, all of these, p50", all.p50(), "ms", 10);
                    table.limited("  p99", all.percentile(99), "ms", 50);
                } else {
                    table.line("search", "there is none");
                }
                written(connection, file, id, isSearched);
                table.limited("peak memory of the server", server.megabytes("VmHWM"), "MB", HistoryBench.MEMORY);
            }
        } finally {
            Files.deleteIfExists(folder.resolve(id + ".jsonl"));
            Files.deleteIfExists(folder);
        }
    }

    /// The list, when there is very much to list.
    void tiny(Home home) throws Exception {
        try (var server = home.startServer();
                var connection = server.connect()) {
            var first = await(server, connection, "\"total\"\\s*:\\s*[1-9]");
            var complete = await(server, connection, "\"isComplete\"\\s*:\\s*true");
            table.line("server start with nothing new, listed after", "%12.2f s".formatted(first / 1e9));
            table.line("server start with nothing new, complete after", "%12.2f s".formatted(complete / 1e9));
            var list = new Samples();
            for (var round = 0; round < LISTS; round++) {
                var start = System.nanoTime();
                connection.get(FIRST_PAGE);
                list.add(System.nanoTime() - start);
            }
            table.line("the newest 50", list);
            table.limited("  p50", list.p50(), "ms", 10);
            table.line("  p99", "%12.2f ms".formatted(list.percentile(99)));
            table.limited("peak memory of the server", server.megabytes("VmHWM"), "MB", HistoryBench.MEMORY);
        }
    }

    private void appearing(Server server, Connection connection) throws Exception {
        var first = await(server, connection, "\"total\"\\s*:\\s*[1-9]");
        var all = await(server, connection, "\"isComplete\"\\s*:\\s*true");
        table.line("first session in the list after", "%12.2f s".formatted(first / 1e9));
        table.line("all after", "%12.2f s   %6.2f CPU s".formatted(all / 1e9, server.cpuMillis() / 1000.0));
    }

    /// How old the server is when the list says so.
    private static long await(Server server, Connection connection, String pattern) throws Exception {
        return await(server, connection, FIRST_PAGE.replace("50", "1"), pattern, POLL_MILLIS);
    }

    private static long await(Server server, Connection connection, String path, String pattern, int millis)
            throws Exception {
        var wanted = Pattern.compile(pattern);
        while (!wanted.matcher(connection.get(path)).find()) {
            if (server.elapsed() > PATIENCE) {
                throw new IOException(path + " never said " + pattern);
            }
            Thread.sleep(millis);
        }
        return server.elapsed();
    }

    private static boolean hasSearch(Connection connection) throws IOException {
        try {
            connection.get("/api/search?limit=1&q=error");
            return true;
        } catch (IOException e) {
            if (e.getMessage().startsWith("HTTP/1.1 404")) {
                return false;
            }
            throw e;
        }
    }

    private void fullText(Home home, Server server, Connection connection, Corpora.Facts facts, OptionalDouble peer)
            throws Exception {
        var before = server.cpuMillis();
        var all = await(server, connection, "/api/search?q=nobodysaysthis&limit=1", "\"isComplete\"\\s*:\\s*true", SELDOM_MILLIS);
        table.line("everything can be searched after", "%12.2f s".formatted(all / 1e9));
        var cpu = (server.cpuMillis() - before) / 1000.0;
        table.limited("  processor time", cpu / facts.gigabytes(), "s per GB", TEXT_SECONDS);
        peer.ifPresent(theirs -> table.limited("  against ccusage's first pass", cpu / theirs, "×", TEXT_MOST));
        table.limited("  all that Parley keeps, of the files", home.keptBytes() / facts.gigabytes() / 1e7, "%", 15);
    }

    private void search(Connection connection, Search kind, Samples all) throws IOException {
        var times = new Samples();
        for (var round = 0; round < ROUNDS; round++) {
            var query = kind.queries[round % kind.queries.length];
            var path = "/api/search?limit=20&q=" + URLEncoder.encode(query, StandardCharsets.UTF_8);
            var start = System.nanoTime();
            connection.get(path);
            var nanos = System.nanoTime() - start;
            times.add(nanos);
            all.add(nanos);
        }
        table.limited("search, " + kind.what + ", p50", times.p50(), "ms", 10);
        table.limited("  p99", times.percentile(99), "ms", 50);
    }

    /// From a line's way into a file to where a program sees it.
    private void written(Connection connection, Path file, String id, boolean isSearched) throws Exception {
        var inSession = new Samples();
        var inList = new Samples();
        var inSearch = new Samples();
        for (var round = 0; round < LINES; round++) {
            var word = "word" + UUID.randomUUID().toString().replace("-", "");
            var text = line(id, word);
            var start = System.nanoTime();
            Files.writeString(file, text, StandardOpenOption.APPEND);
            inSession.add(until(connection, "/api/sessions/claude/" + id, word) - start);
            inList.add(until(connection, FIRST_PAGE, "\"" + time + "\"") - start);
            if (isSearched) {
                inSearch.add(until(connection, "/api/search?limit=1&q=" + word, id) - start);
            }
        }
        slowest("from a line in a file to its session", inSession);
        slowest("to the list of sessions", inList);
        if (isSearched) {
            slowest("to a search", inSearch);
        }
    }

    private static long until(Connection connection, String path, String text) throws Exception {
        var start = System.nanoTime();
        while (!connection.get(path).contains(text)) {
            if (System.nanoTime() - start > PATIENCE) {
                throw new IOException(path + " never told " + text);
            }
            Thread.sleep(POLL_MILLIS);
        }
        return System.nanoTime();
    }

    private void slowest(String what, Samples seen) {
        table.line(what, seen);
        table.limited("  the slowest", seen.percentile(100) / 1000, "s", 1);
    }

    /// A prompt, as Claude Code stores it.
    private String line(String id, String prompt) {
        var before = last == null ? "null" : "\"" + last + "\"";
        last = UUID.randomUUID().toString();
        time = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
        return """
        {"parentUuid":%s,"isSidechain":false,"type":"user","message":{"role":"user","content":"%s"},"uuid":"%s","timestamp":"%s",\
        "promptSource":"typed","userType":"external","entrypoint":"cli","cwd":"/code/bench","sessionId":"%s","version":"2.1.325","gitBranch":"main"}
        """
                .formatted(before, prompt, last, time, id);
    }
}
