import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Locale;
import java.util.SplittableRandom;

/// Writes session files like those of Claude Code and Codex, half and half, the same for the same seed; `bench/corpus`
/// starts it. What they hold is counted in `corpus.properties` beside them.
final class Corpus {
    private static final String USAGE =
            """
            usage: bench/corpus [--size 1G] [--seed 1] [--sessions N | --one-file 2G] DIR

              --size SIZE      about so many bytes in all: files of 0.1 to 5 MB and a few of 50 MB
              --sessions N     so many tiny sessions instead
              --one-file SIZE  one session of Claude Code of this size instead
              --seed N         other numbers, other words

            DIR/claude is for CLAUDE_CONFIG_DIR, DIR/codex for CODEX_HOME.
            """;
    private static final long LAST = Instant.parse("2026-11-01T00:00:00Z").toEpochMilli();
    private static final long DAY = 24 * 60 * 60 * 1000L;
    private static final int DAYS = 300;
    private static final long HUGE = 50_000_000;

    private final SplittableRandom random;
    private final Vocabulary vocabulary;
    private final CorpusTotals totals = new CorpusTotals();
    private final Path projects;
    private final Path rollouts;
    private int drawn;

    private Corpus(long seed, Path directory) {
        random = new SplittableRandom(seed);
        vocabulary = new Vocabulary(random.split());
        projects = directory.resolve("claude/projects");
        rollouts = directory.resolve("codex/sessions");
    }

    public static void main(String[] args) throws IOException {
        var size = 1_000_000_000L;
        var sessions = 0L;
        var oneFile = 0L;
        var seed = 1L;
        var directories = new ArrayList<Path>();
        for (var at = 0; at < args.length; at++) {
            switch (args[at]) {
                case "--size" -> size = bytes(args, ++at);
                case "--one-file" -> oneFile = bytes(args, ++at);
                case "--sessions" -> sessions = bytes(args, ++at);
                case "--seed" -> seed = bytes(args, ++at);
                case String other when !other.startsWith("-") -> directories.add(Path.of(other));
                default -> refuse();
            }
        }
        if (directories.size() != 1) {
            refuse();
        }
        var directory = directories.getFirst();
        if (Files.exists(directory.resolve("claude")) || Files.exists(directory.resolve("codex"))) {
            System.err.println("corpus: there is one in " + directory + " already; delete it or name another directory");
            System.exit(2);
        }
        var corpus = new Corpus(seed, directory);
        if (oneFile > 0) {
            corpus.claude(new CorpusPlan(0, LAST - 100 * DAY, oneFile, false));
        } else if (sessions > 0) {
            corpus.tiny(sessions);
        } else {
            corpus.mixed(size);
        }
        Files.writeString(directory.resolve("corpus.properties"), corpus.totals.toString());
        System.out.print(corpus.totals);
    }

    private static long bytes(String[] args, int at) {
        var text = at < args.length ? args[at].toUpperCase(Locale.ROOT) : "";
        var unit = text.endsWith("G") ? 1_000_000_000L : text.endsWith("M") ? 1_000_000L : text.endsWith("K") ? 1_000L : 1L;
        try {
            return Math.round(Double.parseDouble(unit == 1 ? text : text.substring(0, text.length() - 1)) * unit);
        } catch (NumberFormatException _) {
            refuse();
            return 0;
        }
    }

    private static void refuse() {
        System.err.print(USAGE);
        System.exit(2);
    }

    private void mixed(long size) throws IOException {
        var dice = new Passages(vocabulary, random.split(), 0);
        for (var claude = 0L; claude < size / 2; ) {
            claude += claude(plan(dice, claude, size / 2));
        }
        for (var codex = 0L; codex < size / 2; ) {
            codex += new CodexSession(vocabulary, plan(dice, codex, size / 2), totals, random.split()).writeTo(rollouts);
        }
    }

    private void tiny(long sessions) throws IOException {
        for (var number = 0L; number < sessions; number++) {
            var plan = new CorpusPlan(random.nextInt(CorpusPlan.PROJECTS), start(), 1_500 + random.nextInt(3_000), true);
            if (number % 2 == 0) {
                claude(plan);
            } else {
                new CodexSession(vocabulary, plan, totals, random.split()).writeTo(rollouts);
            }
        }
    }

    private long claude(CorpusPlan plan) throws IOException {
        var seed = random.nextLong();
        var name = new Passages(vocabulary, random.split(), 0);
        var written = new ClaudeSession(vocabulary, plan, totals, name.uuid(), new SplittableRandom(seed)).writeTo(projects);
        if (!plan.tiny() && plan.bytes() < 1_000_000 && random.nextInt(25) == 0) {
            written += new ClaudeSession(vocabulary, plan, totals, name.uuid(), new SplittableRandom(seed)).forkTo(projects, random.split());
        }
        return written;
    }

    private CorpusPlan plan(Passages dice, long before, long size) {
        var isHuge = ++drawn % 200 == 0 && size - before > HUGE;
        var bytes = isHuge ? HUGE : Math.max(120_000, dice.skewed(700_000, 0.9, 5_000_000));
        return new CorpusPlan(random.nextInt(CorpusPlan.PROJECTS), start(), Math.min(bytes, Math.max(120_000, size - before)), false);
    }

    private long start() {
        return LAST - random.nextLong(DAYS * DAY);
    }
}
