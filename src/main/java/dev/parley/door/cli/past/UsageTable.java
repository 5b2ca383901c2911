package dev.parley.door.cli.past;

import dev.parley.api.UsageBy;
import dev.parley.api.UsageReport;
import dev.parley.api.UsageTotals;
import dev.parley.base.screen.ColumnWidth;
import dev.parley.base.screen.ScreenStream;
import dev.parley.door.cli.shared.HomePath;
import dev.parley.door.cli.shared.Table;
import dev.parley.door.render.Printable;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;

/// Usage as a table. On a terminal a column of tokens has one unit and bars take what is left of
/// the width; into a pipe numbers go whole.
final class UsageTable {
    private static final int USUAL_BAR = 24;
    private static final int LONGEST_BAR = 60;
    private static final int SHORTEST_BAR = 6;
    private static final int NARROW = 72;
    private static final int WIDE = 110;

    /// What is longer is cut before the bars are.
    private static final int LONGEST_NAME = 30;

    private static final int GAP = 2;

    /// A line of the table, and the names that its first columns have.
    private record Row(List<String> names, UsageTotals totals, boolean hasBar) {}

    private final UsageReport report;
    private final Map<String, String> shortNames;
    private final Path home;
    private final boolean isScreen;
    private final int columns;
    private final List<Row> rows = new ArrayList<>();

    /// @param shortNames shorter ones of the lines, for a terminal
    UsageTable(UsageReport report, Map<String, String> shortNames, Path home, PrintStream out) {
        this.report = report;
        this.shortNames = shortNames;
        this.home = home;
        this.isScreen = ScreenStream.isScreen(out);
        this.columns = ScreenStream.columns(out);
        var sum = UsageTotals.NONE;
        for (var line : report.lines()) {
            rows.add(new Row(names(name(line), line), line.totals(), true));
            for (var model : line.models()) {
                var name = "└ " + Printable.line(model.name());
                rows.add(new Row(names(name, model), model.totals(), false));
            }
            sum = sum.plus(line.totals());
        }
        rows.add(new Row(bySession() ? List.of("total", "") : List.of("total"), sum, false));
    }

    private boolean bySession() {
        return report.by() == UsageBy.SESSION;
    }

    /// How many columns stand before the figures.
    private int names() {
        return bySession() ? 2 : 1;
    }

    private List<String> names(String name, UsageReport.Line line) {
        var title = line.title() == null ? "" : Printable.line(line.title());
        return bySession() ? List.of(name, title) : List.of(name);
    }

    private String name(UsageReport.Line line) {
        if (!isScreen) {
            return Printable.line(line.name());
        }
        var name = Printable.line(shortNames.getOrDefault(line.name(), line.name()));
        return report.by() == UsageBy.PROJECT ? HomePath.text(name, home) : name;
    }

    void print(PrintStream out) {
        var cells = new ArrayList<List<String>>();
        cells.add(headings());
        var requests = unit(UsageTotals::requests);
        var input = unit(UsageTotals::inputTokens);
        var cached = unit(UsageTotals::cachedTokens);
        var output = unit(UsageTotals::outputTokens);
        for (var row : rows) {
            var line = new ArrayList<>(row.names());
            var totals = row.totals();
            if (hasRequests()) {
                line.add(requests.text(totals.requests()));
            }
            line.add(input.text(totals.inputTokens()));
            if (hasCached()) {
                line.add(cached.text(totals.cachedTokens()));
            }
            line.add(output.text(totals.outputTokens()));
            line.add(cost(totals));
            cells.add(line);
        }
        var bar = bar(cells);
        var most = rows.stream().filter(Row::hasBar).mapToLong(UsageTable::tokens).max().orElse(1);
        for (var at = 0; bar > 0 && at < cells.size(); at++) {
            var isLine = at > 0 && rows.get(at - 1).hasBar();
            cells.get(at).add(isLine ? bar(tokens(rows.get(at - 1)), most, bar) : "");
        }
        table(cells, bar > 0).print(out);
    }

    private static long tokens(Row row) {
        return row.totals().tokens();
    }

    private boolean hasCached() {
        return columns >= (bySession() ? WIDE : NARROW);
    }

    /// An id and a title take much room.
    private boolean hasRequests() {
        return !bySession() || columns >= WIDE;
    }

    private List<String> headings() {
        var headings = new ArrayList<String>();
        headings.add(report.by().name());
        if (bySession()) {
            headings.add("TITLE");
        }
        if (hasRequests()) {
            headings.add("REQUESTS");
        }
        headings.add("INPUT");
        if (hasCached()) {
            headings.add("CACHED");
        }
        headings.addAll(List.of("OUTPUT", "COST"));
        return headings;
    }

    private Table table(List<List<String>> cells, boolean hasBars) {
        var headings = cells.getFirst();
        var table = new Table(headings.toArray(String[]::new));
        for (var column = names(); column < headings.size(); column++) {
            table.numbers(column);
        }
        if (hasBars) {
            table.whole(headings.size() - 1);
        }
        if (bySession()) {
            table.whole(0);
        } else if (report.by() == UsageBy.PROJECT) {
            table.paths(0);
        }
        cells.stream().skip(1).forEach(row -> table.row(row.toArray(String[]::new)));
        return table;
    }

    /// How long the longest bar is: what is left of the width.
    private int bar(List<List<String>> cells) {
        if (columns == Integer.MAX_VALUE) {
            return USUAL_BAR;
        }
        var left = columns;
        for (var column = 0; column < cells.getFirst().size(); column++) {
            var at = column;
            var width = cells.stream().mapToInt(row -> ColumnWidth.of(row.get(at))).max().orElse(0);
            left -= GAP + (at < names() ? Math.min(width, LONGEST_NAME) : width);
        }
        return left < SHORTEST_BAR ? 0 : Math.min(LONGEST_BAR, left);
    }

    /// Eighths of a block, so that small things can be seen beside big ones.
    private static String bar(long tokens, long most, int width) {
        var eighths = (int) Math.ceil(width * 8.0 * tokens / Math.max(1, most));
        var rest = eighths % 8 == 0 ? "" : String.valueOf((char) (0x2590 - eighths % 8));
        return "█".repeat(eighths / 8) + rest;
    }

    private Unit unit(ToLongFunction<UsageTotals> figure) {
        var most = rows.stream().map(Row::totals).mapToLong(figure).max().orElse(0);
        return Unit.of(most, !isScreen);
    }

    /// What the figures of a column are counted in.
    private record Unit(int size, String sign, boolean isPlain) {
        private static final int THOUSAND = 1000;
        private static final int MILLION = 1_000_000;
        private static final long MANY = 100;

        static Unit of(long most, boolean isPlain) {
            if (isPlain || most < MANY * THOUSAND) {
                return new Unit(1, "", isPlain);
            }
            return most < MANY * MILLION
                    ? new Unit(THOUSAND, "k", false)
                    : new Unit(MILLION, "M", false);
        }

        String text(long count) {
            if (isPlain) {
                return String.valueOf(count);
            }
            if (size == 1 || count == 0) {
                return String.format(Locale.ROOT, "%,d", count);
            }
            var figure = String.format(Locale.ROOT, "%,.1f", (double) count / size);
            return (figure.equals("0.0") ? "<0.1" : figure) + sign;
        }
    }

    private static String cost(UsageTotals totals) {
        if (totals.tokens() > 0 && totals.unpricedTokens() == totals.tokens()) {
            return "?";
        }
        var known = String.format(Locale.ROOT, "$%,.2f", totals.cost());
        return totals.unpricedTokens() > 0 ? known + "+?" : known;
    }
}
