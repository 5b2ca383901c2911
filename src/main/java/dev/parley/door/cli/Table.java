package dev.parley.door.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Text in columns, as wide as their widest cell. A cell is one line, whatever is in it: nothing
/// from outside can look like a further row.
final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    Table(String... headings) {
        rows.add(List.of(headings));
    }

    Table row(String... cells) {
        rows.add(Arrays.stream(cells).map(Table::cell).toList());
        return this;
    }

    private static String cell(String text) {
        return text.strip().replaceAll("\\s*\\n\\s*", " ⏎ ").replace('\t', ' ');
    }

    void print(PrintStream out) {
        var columns = rows.getFirst().size();
        var widths = new int[columns];
        for (var row : rows) {
            for (var column = 0; column < columns; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        for (var row : rows) {
            var line = new StringBuilder();
            for (var column = 0; column < columns; column++) {
                var cell = row.get(column);
                line.append(cell).append(" ".repeat(widths[column] - cell.length() + 2));
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
