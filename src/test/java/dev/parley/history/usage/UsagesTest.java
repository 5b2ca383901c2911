package dev.parley.history.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.api.Progress;
import dev.parley.api.UsageBy;
import dev.parley.api.UsageReport;
import dev.parley.api.UsageTotals;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;
import dev.parley.history.History;
import dev.parley.history.HistorySnapshot;
import dev.parley.history.catalog.Requests;
import dev.parley.testing.StoredMachine;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

class UsagesTest {
    @TempDir Path directory;

    private Prices prices() {
        return Prices.read(directory.resolve("prices.json"));
    }

    private HistorySnapshot view() throws Exception {
        var machine = new StoredMachine(directory);
        var history = new History(machine::places, directory.resolve("index"));
        history.refresh(Progress.SILENT);
        return history.view();
    }

    /// The golden files say what each file tells; every key in them counts once.
    private static List<String> expected() throws IOException {
        var sums = new TreeMap<String, long[]>();
        var seenBy = new TreeMap<String, HashSet<String>>();
        for (var home :
                List.of(
                        "claude/home",
                        "codex/home",
                        "gemini/home",
                        "qwen/home",
                        "kimi/home",
                        "kimi/home-cli",
                        "opencode/home-migrated")) {
            var provider = home.replaceFirst("/.*", "");
            var golden =
                    Path.of("src/test/resources/provider", provider, "history/golden")
                            .resolve(home.replaceFirst(".*/", ""));
            var seen = seenBy.computeIfAbsent(provider, _ -> new HashSet<>());
            try (var files = Files.list(golden)) {
                for (var file : files.sorted().toList()) {
                    for (var line : Files.readAllLines(file)) {
                        var json = Json.parse(line.substring(2)).orElseThrow();
                        var key = json.path("counted").path("key").asString("");
                        if (!key.isEmpty() && seen.add(key)) {
                            var sum = sums.computeIfAbsent(provider, _ -> new long[3]);
                            sum[0]++;
                            sum[1] += json.path("tokens").path("inputTokens").asLong();
                            sum[2] += json.path("tokens").path("outputTokens").asLong();
                        }
                    }
                }
            }
        }
        return sums.entrySet().stream()
                .map(sum ->
                        sum.getKey()
                                + " "
                                + sum.getValue()[0]
                                + " "
                                + sum.getValue()[1]
                                + " "
                                + sum.getValue()[2])
                .toList();
    }

    @Test
    void countsEveryRequestOfEveryProviderOnce() throws Exception {
        var lines =
                new Usages(prices(), ZoneOffset.UTC)
                        .report(view(), UsageBy.PROVIDER, Optional.empty());
        assertEquals(
                expected(),
                lines.stream()
                        .map(line ->
                                line.name()
                                        + " "
                                        + line.totals().requests()
                                        + " "
                                        + line.totals().inputTokens()
                                        + " "
                                        + line.totals().outputTokens())
                        .sorted()
                        .toList());
    }

    @Test
    void everyWayOfAddingUpGivesTheSameSum() throws Exception {
        var view = view();
        var usages = new Usages(prices(), ZoneOffset.UTC);
        var sums =
                java.util.Arrays.stream(UsageBy.values())
                        .map(by ->
                                usages.report(view, by, Optional.empty()).stream()
                                        .mapToLong(line -> line.totals().tokens())
                                        .sum())
                        .distinct()
                        .toList();
        assertEquals(1, sums.size());
        var days = usages.report(view, UsageBy.DAY, Optional.empty());
        assertThat(days)
                .isSortedAccordingTo(java.util.Comparator.comparing(UsageReport.Line::name));
        var last = LocalDate.parse(days.getLast().name());
        assertEquals(List.of(days.getLast()), usages.report(view, UsageBy.DAY, Optional.of(last)));
        assertEquals(List.of(), usages.report(view, UsageBy.DAY, Optional.of(last.plusDays(1))));
    }

    @Test
    void whatWasCopiedIntoAForkBelongsToItsOriginal() throws Exception {
        var view = view();
        var used =
                new Usages(prices(), ZoneOffset.UTC)
                        .report(view, UsageBy.SESSION, Optional.empty()).stream()
                                .map(UsageReport.Line::name)
                                .toList();
        // Kimi Code copies all of it, with its times; this fork was never gone on with.
        assertThat(used)
                .contains("kimi:session_b865d691-b493-4574-8fe6-929634dd808b")
                .doesNotContain("kimi:session_81fde973-f8d4-46d2-876b-3898006a461d");
    }

    @Test
    void oneSessionByItselfIsWhatItIsAmongAll() throws Exception {
        var view = view();
        var usages = new Usages(prices(), ZoneOffset.UTC);
        for (var entry : view.sessions()) {
            var among =
                    usages.rows(view).stream()
                            .filter(row -> row.session().equals(entry.key()))
                            .mapToLong(row -> row.totals().tokens())
                            .sum();
            assertEquals(among, usages.of(view, entry.key()).tokens(), entry.key()::toString);
        }
    }

    @Test
    void aDayBeginsWhereTheUserIs() throws Exception {
        var view = view();
        var utc = new Usages(prices(), ZoneOffset.UTC);
        var tokyo = new Usages(prices(), ZoneId.of("Asia/Tokyo"));
        // Recorded at about 20:30 UTC.
        assertThat(days(utc, view)).contains("2026-11-15");
        assertThat(days(tokyo, view)).contains("2026-11-16");
    }

    private static List<String> days(Usages usages, HistorySnapshot view) {
        return usages.report(view, UsageBy.DAY, Optional.empty()).stream()
                .map(UsageReport.Line::name)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "claude-sonnet-4-5, 3",
        "claude-sonnet-4-5-20250929, 3",
        "anthropic/claude-sonnet-4-5, 3",
        "claude-opus-4-20250514, 15",
        "claude-opus-4-5, 5",
        "claude-sonnet-4-5[1m], 3",
        "gpt-5-2025-08-07, 1.25",
        "gpt-5-mini, 0.25",
    })
    void findsAPriceUnderTheNamesOfAModel(String name, double input) {
        assertEquals(input, prices().of(name).orElseThrow().input());
    }

    @ParameterizedTest
    @CsvSource({"gpt-5-something", "gpt-5.99", "claude-opus-4-99", "gpt", "''", "/"})
    void hasNoPriceForAModelThatOnlyLooksLikeAnother(String name) {
        assertEquals(Optional.empty(), prices().of(name));
        assertEquals(Optional.empty(), prices().of(null));
    }

    @Test
    void cachedTokensHaveTheirOwnPrice() {
        var request =
                new Requests.Request(
                        1,
                        0,
                        "claude-sonnet-4-5",
                        1_000_000,
                        100_000,
                        600_000,
                        -1,
                        200_000,
                        Double.NaN);
        // 200,000 plain, 600,000 cached, 200,000 written, 100,000 out
        assertThat(totals(request).cost())
                .isCloseTo(0.6 + 0.18 + 0.75 + 1.5, org.assertj.core.data.Offset.offset(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"272000, 0, 1.36", "272001, 0, 2.72001", "300000, 100000, 2.1"})
    void aLongPromptHasItsOwnPrice(int input, int cached, double cost) {
        var request = new Requests.Request(1, 0, "gpt-5.5", input, 0, cached, -1, 0, Double.NaN);
        assertThat(totals(request).cost())
                .isCloseTo(cost, org.assertj.core.data.Offset.offset(1e-9));
    }

    @Test
    void whatTheProviderWroteDownCountsBeforeTheTable() {
        assertEquals(
                new UsageTotals(1, 1, 1, 0, 0, 0.5, 0),
                totals(new Requests.Request(1, 0, "unknown", 1, 1, -1, -1, 0, 0.5)));
        assertEquals(
                new UsageTotals(1, 1, 1, 0, 0, 0, 2),
                totals(new Requests.Request(1, 0, "unknown", 1, 1, -1, -1, 0, Double.NaN)));
    }

    private UsageTotals totals(Requests.Request request) {
        var requests = new Requests();
        requests.add(request);
        var count = new UsageCount(prices(), ZoneOffset.UTC);
        count.add(new SessionKey("claude", "s"), requests);
        return count.rows(Map.of()).getFirst().totals();
    }

    @Test
    void aUsersOwnPricesComeFirst() throws Exception {
        Files.writeString(
                directory.resolve("prices.json"),
                "{\"models\":{\"gpt-5\":{\"input\":7,\"output\":8},\"mine\":{\"input\":1,\"output\":2}}}");
        assertEquals(7, prices().of("gpt-5").orElseThrow().input());
        assertEquals(2, prices().of("mine").orElseThrow().output());
        assertEquals(3, prices().of("claude-sonnet-4-5").orElseThrow().input());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "nonsense",
                "{\"model\":{}}",
                "{\"models\":{\"x\":{\"input\":1}}}",
                "{\"models\":{\"x\":{\"input\":\"1\",\"output\":1}}}",
                "{\"models\":{\"x\":{\"input\":1,\"output\":1,\"longPrompts\":{}}}}",
                "{\"models\":{\"x\":{\"input\":1,\"output\":1,\"longPrompts\":{\"price\":{\"input\":1,\"output\":1}}}}}"
            })
    void refusesABrokenTableOfPrices(String text) throws Exception {
        Files.writeString(directory.resolve("prices.json"), text);
        var problem = assertThrows(Problem.class, this::prices);
        assertEquals(Problem.Kind.BROKEN_CONFIGURATION, problem.kind());
        assertThat(problem.message()).contains("prices.json");
    }
}
