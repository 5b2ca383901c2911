package dev.parley.door.cli.shared;

import dev.parley.base.screen.ColumnWidth;
import dev.parley.base.screen.ScreenFilter;
import dev.parley.base.screen.ScreenStream;
import dev.parley.base.screen.ScreenStream.Style;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Text in columns, as wide as their widest cell. A cell is one line, whatever is in it: nothing
/// from outside can look like a further row. On a terminal a row is one line, too: what is too wide
/// is cut, the widest column first. Into a pipe everything goes whole.
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

    private final List<List<String>> rows = new ArrayList<>();
    private final Kind[] kinds;

    public Table(String... headings) {
        rows.add(List.of(headings));
        kinds = new Kind[headings.length];
        Arrays.fill(kinds, Kind.TEXT);
    }

    /// These columns are never cut.
    public Table whole(int... columns) {
        return mark(Kind.WHOLE, columns);
    }

    /// These columns lose their beginning.
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

    public Table row(String... cells) {
        rows.add(Arrays.stream(cells).map(Table::cell).toList());
        return this;
    }

    private static String cell(String text) {
        return text.strip().replaceAll("\\s*\\n\\s*", " ⏎ ").replace('\t', ' ');
    }

    public void print(PrintStream out) {
        var shown = ScreenStream.isScreen(out) ? rows.stream().map(Table::visible).toList() : rows;
        var widths = widths(shown);
        fit(widths, ScreenStream.columns(out));
        ScreenStream.print(out, Style.BOLD, line(shown.getFirst(), widths));
        out.println();
        shown.stream().skip(1).forEach(row -> out.println(line(row, widths)));
    }

    /// What the stream would make of it, so that it is measured as it will be seen.
    private static List<String> visible(List<String> row) {
        return row.stream().map(ScreenFilter::whole).toList();
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

    /// Takes columns from the widest that can be cut, until the row fits or nothing is left to cut.
    private void fit(int[] widths, int columns) {
        var excess = Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1) - columns;
        while (excess > 0) {
            var widest = -1;
            for (var column = 0; column < widths.length; column++) {
                if (isElastic(column) && (widest < 0 || widths[column] > widths[widest])) {
                    widest = column;
                }
            }
            if (widest < 0 || widths[widest] <= NARROWEST) {
                return;
            }
            widths[widest]--;
            excess--;
        }
    }

    private boolean isElastic(int column) {
        return kinds[column] == Kind.TEXT || kinds[column] == Kind.PATH;
    }

    private String line(List<String> row, int[] widths) {
        var line = new StringBuilder();
        for (var column = 0; column < widths.length; column++) {
            var cell = row.get(column);
            var text =
                    switch (kinds[column]) {
                        case TEXT -> ColumnWidth.cut(cell, widths[column]);
                        case PATH -> ColumnWidth.cutFront(cell, widths[column]);
                        case WHOLE, NUMBER -> cell;
                    };
            var space = " ".repeat(widths[column] - ColumnWidth.of(text));
            line.append(kinds[column] == Kind.NUMBER ? space + text : text + space).append(GAP);
        }
        return line.toString().stripTrailing();
    }
}
