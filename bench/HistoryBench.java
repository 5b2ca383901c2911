import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// What it costs to know every session there is: the first pass beside the peer's, a start with nothing new, memory.
final class HistoryBench {
    private static final int ROUNDS = 3;
    private static final int WARM_ROUNDS = 10;
    private static final long ENOUGH = TimeUnit.MINUTES.toNanos(1);
    static final double MEMORY = 400;

    /// Reads all that is new and tells the same as the peer.
    private static final String[] REPORT = {"usage", "--by", "day", "--json"};

    private static final String[] LIST = {"sessions", "--limit", "50", "--json"};

    private final Path root;
    private final Table table;

    /// @param root the checkout
    HistoryBench(Path root, Table table) {
        this.root = root;
        this.table = table;
    }

    void run() throws Exception {
        try (var corpora = new Corpora(root)) {
            Runtime.getRuntime().addShutdownHook(new Thread(corpora::close));
            var mixed = corpora.mixed();
            var facts = Corpora.facts(mixed);
            table.title("history: first pass over %.2f GB, %d sessions".formatted(facts.gigabytes(), facts.sessions()));
            Corpora.warm(mixed);
            var peer = firstPass(mixed, facts);
            new HistoryServerBench(root, table).mixed(mixed, facts, peer);

            var tiny = corpora.tiny();
            table.title("history: %d tiny sessions".formatted(Corpora.facts(tiny).sessions()));
            Corpora.warm(tiny);
            try (var home = new Home(root).reading(tiny)) {
                onePass(home, Corpora.facts(tiny));
                table.line("  added p50", "%12.2f s".formatted(warmStart(home)));
                new HistoryServerBench(root, table).tiny(home);
            }

            var one = corpora.one();
            table.title("history: one file of %.2f GB".formatted(Corpora.facts(one).gigabytes()));
            try (var home = new Home(root).reading(one)) {
                onePass(home, Corpora.facts(one));
            }
        }
    }

    /// Ours and the peer's in turns.
    ///
    /// @return the peer's processor time in seconds, if it is there: how fast the machine is at the moment
    private OptionalDouble firstPass(Path corpus, Corpora.Facts facts) throws Exception {
        var peer = peer();
        var ours = new Costs();
        var theirs = new Costs();
        var empty = new Costs();
        for (var round = 1; round <= ROUNDS; round++) {
            try (var home = new Home(root).reading(corpus);
                    var nothing = new Home(root).reading(Path.of("/nonexistent"))) {
                ours.add(Cost.of(home.parley(REPORT)));
                empty.add(Cost.of(nothing.parley(REPORT)));
                if (peer.isPresent()) {
                    theirs.add(report(peer.get(), corpus, home));
                }
                if (round == ROUNDS) {
                    compare(facts, home, theirs);
                    table.limited("  added p50", warmStart(home), "s", 0.3);
                }
            }
        }
        table.line("parley usage", ours.describe(facts.gigabytes()));
        if (peer.isPresent()) {
            table.line("ccusage daily", theirs.describe(facts.gigabytes()));
            table.ratio("  the whole command against it", ours.cpu(), theirs.cpu(), "CPU s", 1, true);
            table.line("  the pass alone against it", "%12.2f ×".formatted((ours.cpu() - empty.cpu()) / theirs.cpu()));
        }
        table.limited("  peak memory", ours.peak(), "MB", MEMORY);
        return peer.isPresent() ? OptionalDouble.of(theirs.cpu()) : OptionalDouble.empty();
    }

    private Optional<Path> peer() throws IOException {
        var script = new ProcessBuilder(root.resolve("scripts/peers").toString(), "--installed").start();
        var path = script.inputReader().readLine();
        if (path == null || path.equals("ccusage=")) {
            table.missing("ccusage (scripts/peers installs it)");
            return Optional.empty();
        }
        return Optional.of(Path.of(path.substring("ccusage=".length())));
    }

    /// The fullest it does from one reading of all files, without asking the network for prices.
    private static Cost report(Path peer, Path corpus, Home home) throws Exception {
        var builder =
                new ProcessBuilder(
                        peer.toString(), "daily", "--json", "--offline", "--by-agent", "--timezone", "UTC");
        builder.environment().clear();
        builder.environment().putAll(Corpora.environment(corpus, home.directory()));
        return Cost.of(builder);
    }

    /// All three must know the same: the maker of the files, ours and the peer.
    private void compare(Corpora.Facts facts, Home home, Costs theirs) throws Exception {
        var expected =
                Map.of(
                        "cached", facts.get("claude.cacheRead") + facts.get("codex.cached"),
                        "input",
                                facts.get("claude.input") + facts.get("claude.cacheWrite") + facts.get("claude.cacheRead")
                                        + facts.get("codex.input"),
                        "output", facts.get("claude.output") + facts.get("codex.output"),
                        "requests", facts.get("claude.calls") + facts.get("codex.calls"));
        var usage = Cost.of(home.parley("usage", "--by", "provider", "--json")).output();
        var found = new HashMap<String, Long>();
        found.put("requests", sum(usage, "requests"));
        found.put("input", sum(usage, "inputTokens"));
        found.put("cached", sum(usage, "cachedTokens"));
        found.put("output", sum(usage, "outputTokens"));
        differences("ours", expected, found);
        if (!theirs.isEmpty()) {
            var totals = theirs.output().substring(theirs.output().lastIndexOf("\"totals\""));
            var known = new HashMap<String, Long>();
            known.put("cached", sum(totals, "cacheReadTokens"));
            known.put("output", sum(totals, "outputTokens"));
            known.put("input", sum(totals, "inputTokens") + sum(totals, "cacheCreationTokens") + known.get("cached"));
            differences("the peer's", expected, known);
        }
    }

    private void differences(String whose, Map<String, Long> expected, Map<String, Long> found) {
        var different = found.entrySet().stream().filter(entry -> !entry.getValue().equals(expected.get(entry.getKey()))).toList();
        different.forEach(entry ->
                table.line("  " + entry.getKey(), "found " + entry.getValue() + ", written " + expected.get(entry.getKey())));
        table.limited("sums that are wrong, " + whose, different.size(), "of " + found.size(), 0);
    }

    static long sum(String json, String name) {
        return Pattern.compile("\"" + name + "\"\\s*:\\s*(\\d+)").matcher(json).results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
    }

    private void onePass(Home home, Corpora.Facts facts) throws Exception {
        var costs = new Costs();
        costs.add(Cost.of(home.parley(REPORT)));
        table.line("parley usage", costs.describe(facts.gigabytes()));
        table.limited("  sessions not found", facts.sessions() - found(home), "", 0);
        table.limited("  peak memory", costs.peak(), "MB", MEMORY);
    }

    private static long found(Home home) throws Exception {
        var sessions = Cost.of(home.parley("usage", "--by", "session", "--json")).output();
        return Pattern.compile("\"name\"").matcher(sessions).results().count();
    }

    /// In turns with the same command where there is no session: the rest is what finding nothing new takes.
    ///
    /// @return that rest in seconds
    private double warmStart(Home home) throws Exception {
        var nothing = new Samples();
        var again = new Samples();
        var costs = new Costs();
        var start = System.nanoTime();
        try (var empty = new Home(root).reading(Path.of("/nonexistent"))) {
            for (var round = 0; round < WARM_ROUNDS && System.nanoTime() - start < ENOUGH; round++) {
                nothing.add(StartBench.time(empty.parley(LIST)));
                again.add(StartBench.time(home.parley(LIST)));
                if (round < ROUNDS) {
                    costs.add(Cost.of(home.parley(LIST)));
                }
            }
        }
        table.line("parley sessions, without any", nothing);
        table.line("parley sessions, nothing new", again);
        table.line("  processor time", "%12.2f s".formatted(costs.cpu()));
        return (again.p50() - nothing.p50()) / 1000;
    }
}
