import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/// The session files the history is measured with. They are made where `PARLEY_BENCH_CORPUS` says and stay there, or else in a
/// temporary directory and go.
final class Corpora implements AutoCloseable {
    private final Path root;
    private final Path directory;
    private final boolean isKept;

    Corpora(Path root) throws IOException {
        this.root = root;
        var given = System.getenv("PARLEY_BENCH_CORPUS");
        isKept = given != null;
        directory =
                given == null
                        ? Files.createTempDirectory("parley-corpus")
                        : Files.createDirectories(Path.of(given)).toRealPath();
    }

    /// Files of many sizes.
    Path mixed() throws IOException, InterruptedException {
        return made("mixed", "--size", setting("PARLEY_BENCH_SIZE", "1G"));
    }

    /// Very many sessions.
    Path tiny() throws IOException, InterruptedException {
        return made("tiny", "--sessions", setting("PARLEY_BENCH_SESSIONS", "100000"));
    }

    /// A single file.
    Path one() throws IOException, InterruptedException {
        return made("one", "--one-file", setting("PARLEY_BENCH_ONE_FILE", "2G"));
    }

    private static String setting(String name, String usual) {
        return Optional.ofNullable(System.getenv(name)).orElse(usual);
    }

    private Path made(String name, String option, String value) throws IOException, InterruptedException {
        var corpus = directory.resolve(name);
        if (!Files.exists(corpus.resolve("corpus.properties"))) {
            delete(corpus); // half of one
            var maker =
                    new ProcessBuilder(root.resolve("bench/corpus").toString(), option, value, corpus.toString())
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            if (maker.waitFor() != 0) {
                throw new IOException("bench/corpus did not write " + corpus);
            }
        }
        return corpus.toRealPath();
    }

    /// Reads every byte once: the first to be measured must not wait for the disk.
    static void warm(Path corpus) throws IOException {
        var buffer = new byte[1 << 20];
        try (var files = Files.walk(corpus)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                try (var in = Files.newInputStream(file)) {
                    while (in.read(buffer) >= 0) {}
                }
            }
        }
    }

    /// What a program must be told to find it, and nothing else.
    static Map<String, String> environment(Path corpus, Path home) {
        return Map.of(
                "CLAUDE_CONFIG_DIR", corpus.resolve("claude").toString(),
                "CODEX_HOME", corpus.resolve("codex").toString(),
                "HOME", home.toString(),
                "XDG_DATA_HOME", home.resolve("none").toString(),
                "XDG_CONFIG_HOME", home.resolve("none").toString(),
                "TZ", "UTC");
    }

    /// What a reader must find in it.
    static Facts facts(Path corpus) throws IOException {
        var properties = new Properties();
        try (var in = Files.newBufferedReader(corpus.resolve("corpus.properties"))) {
            properties.load(in);
        }
        return new Facts(properties);
    }

    /// Counts of a corpus: `claude.sessions`.
    record Facts(Properties properties) {
        long get(String name) {
            return Long.parseLong(properties.getProperty(name, "0"));
        }

        double gigabytes() {
            return (get("claude.bytes") + get("codex.bytes")) / 1e9;
        }

        long sessions() {
            return get("claude.sessions") + get("codex.sessions");
        }
    }

    @Override
    public synchronized void close() {
        if (!isKept) {
            delete(directory);
        }
    }

    private static void delete(Path what) {
        if (!Files.exists(what)) {
            return;
        }
        try (var files = Files.walk(what)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
