package dev.parley.door.cli.shared;

import dev.parley.base.screen.ColumnWidth;
import dev.parley.base.screen.ScreenFilter;
import dev.parley.base.screen.ScreenStream;
import dev.parley.base.screen.Style;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Text in columns, as wide as their widest cell. A cell is one line, whatever is in it: nothing
/// from outside can look like a further row. On a terminal a row is one line, too: paths get
/// shorter, spare columns go, and then the widest column is cut. Into a pipe everything goes whole.
public final class Table {
    /// How the cells of a column are cut and where they stand.
    private enum Kind {
        TEXT,
        /// Never cut: an id that lacks its end is none.
        WHOLE,
        /// The end of a path says more than its beginning.
        PATH,
        /// A number: at the right, never cut.
        NUMBER
    }

    private static final String GAP = "  ";
    private static final int NARROWEST = 6;

    /// What a column that can be cut should have before another one is left out for it.
    private static final int ENOUGH = 16;

    private final List<List<String>> rows = new ArrayList<>();
    private final Kind[] kinds;
    private final boolean[] isSpare;
    private final List<Function<String, Style>> styles = new ArrayList<>();

    public Table(String... headings) {
        rows.add(List.of(headings));
        kinds = new Kind[headings.length];
        isSpare = new boolean[headings.length];
        Arrays.fill(kinds, Kind.TEXT);
        Arrays.stream(headings).forEach(_ -> styles.add(_ -> Style.PLAIN));
    }

    /// These columns are never cut.
    public Table whole(int... columns) {
        return mark(Kind.WHOLE, columns);
    }

    /// These columns are files and directories.
    public Table paths(int... columns) {
        return mark(Kind.PATH, columns);
    }

    /// These columns stand at the right.
    public Table numbers(int... columns) {
        return mark(Kind.NUMBER, columns);
    }

    private Table mark(Kind kind, int... columns) {
        for (var column : columns) {
            kinds[column] = kind;
        }
        return this;
    }

    /// These columns are left out where a line has no room for them, the last one first.
    public Table spare(int... columns) {
        for (var column : columns) {
            isSpare[column] = true;
        }
        return this;
    }

    /// These columns have a style that says what is in them.
    public Table styled(Function<String, Style> style, int... columns) {
        for (var column : columns) {
            styles.set(column, style);
        }
        return this;
    }

    /// These columns matter less than the others.
    public Table quiet(int... columns) {
        return styled(_ -> Style.DIM, columns);
    }

    public Table row(String... cells) {
        rows.add(Arrays.stream(cells).map(Table::cell).toList());
        return this;
    }

    private static String cell(String text) {
        return text.strip().replaceAll("\\s*\\n\\s*", " ⏎ ").replace('\t', ' ');
    }

    public void print(PrintStream out) {
        var columns = ScreenStream.columns(out);
        var shown = ScreenStream.isScreen(out) ? visible(columns) : rows;
        var widths = widths(shown);
        var kept = kept(widths, columns);
        fit(widths, kept, columns);
        for (var at = 0; at < shown.size(); at++) {
            print(shown.get(at), at == 0, kept, widths, out);
        }
    }

    /// What the stream would make of it, so that it is measured as it will be seen. Paths are as
    /// long as there is room for all of them.
    private List<List<String>> visible(int columns) {
        var seen = rows.stream().map(row -> row.stream().map(ScreenFilter::whole).toList());
        var whole = withPaths(seen.toList(), HomePath::fromHome);
        return width(widths(whole), all()) <= columns ? whole : withPaths(whole, HomePath::text);
    }

    private List<List<String>> withPaths(
            List<List<String>> from, Function<String, String> shortened) {
        return from.stream()
                .map(row ->
                        IntStream.range(0, row.size())
                                .mapToObj(column ->
                                        kinds[column] == Kind.PATH
                                                ? shortened.apply(row.get(column))
                                                : row.get(column))
                                .toList())
                .toList();
    }

    private int[] widths(List<List<String>> shown) {
        var widths = new int[kinds.length];
        for (var row : shown) {
            for (var column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], ColumnWidth.of(row.get(column)));
            }
        }
        return widths;
    }

    private List<Integer> all() {
        return IntStream.range(0, kinds.length).boxed().toList();
    }

    private static int width(int[] widths, List<Integer> columns) {
        return columns.stream().mapToInt(column -> widths[column] + GAP.length()).sum()
                - GAP.length();
    }

    /// The columns there is room for.
    private List<Integer> kept(int[] widths, int columns) {
        var least = widths.clone();
        for (var column = 0; column < least.length; column++) {
            least[column] = isElastic(column) ? Math.min(ENOUGH, widths[column]) : widths[column];
        }
        var kept = new ArrayList<>(all());
        for (var column = kinds.length - 1; column >= 0 && width(least, kept) > columns; column--) {
            if (isSpare[column]) {
                kept.remove(Integer.valueOf(column));
            }
        }
        return kept;
    }

    /// Takes columns from the widest that can be cut, until the row fits or nothing is left to cut.
    private void fit(int[] widths, List<Integer> kept, int columns) {
        for (var excess = width(widths, kept) - columns; excess > 0; excess--) {
            var widest = -1;
            for (var column : kept) {
                if (isElastic(column) && (widest < 0 || widths[column] > widths[widest])) {
                    widest = column;
                }
            }
            if (widest < 0 || widths[widest] <= NARROWEST) {
                return;
            }
            widths[widest]--;
        }
    }

    private boolean isElastic(int column) {
        return kinds[column] == Kind.TEXT || kinds[column] == Kind.PATH;
    }

    private void print(
            List<String> row,
            boolean isHeading,
            List<Integer> kept,
            int[] widths,
            PrintStream out) {
        var space = "";
        for (var column : kept) {
            var cell = row.get(column);
            var text =
                    switch (kinds[column]) {
                        case TEXT -> ColumnWidth.cut(cell, widths[column]);
                        case PATH -> ColumnWidth.cutFront(cell, widths[column]);
                        case WHOLE, NUMBER -> cell;
                    };
            var rest = " ".repeat(widths[column] - ColumnWidth.of(text));
            var isNumber = kinds[column] == Kind.NUMBER;
            if (!text.isEmpty()) {
                // Nothing stands behind the last text of a line.
                out.print(isNumber ? space + rest : space);
                var style = isHeading ? Style.BOLD : styles.get(column).apply(cell);
                ScreenStream.print(out, style, text);
                space = isNumber ? GAP : rest + GAP;
            } else {
                space += rest + GAP;
            }
        }
        out.println();
    }
}
