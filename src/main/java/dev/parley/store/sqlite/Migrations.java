package dev.parley.store.sqlite;

import dev.parley.base.problem.Problem;
import dev.parley.base.resource.Resources;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/// Brings a database to the shape this Parley knows: numbered files of plain SQL, each applied
/// once, in one transaction.
final class Migrations {
    /// In their order; never changed once released.
    private static final List<String> FILES =
            List.of(
                    "0001-live-sessions.sql",
                    "0002-growth.sql",
                    "0003-owner-node.sql",
                    "0004-tickets.sql",
                    "0005-session-tools.sql",
                    "0006-board.sql",
                    "0007-conversations.sql",
                    "0008-jobs.sql",
                    "0009-ticket-version.sql",
                    "0010-marks.sql",
                    "0011-chains.sql",
                    "0012-rooms.sql",
                    "0013-room-courses.sql",
                    "0014-races.sql");

    private Migrations() {}

    static int newest() {
        return FILES.size();
    }

    /// How many of them a database has seen; 0 for a new one.
    static int shape(Statements statements) throws SQLException {
        var isOld =
                statements
                        .first(
                                "select 1 from sqlite_master where type = 'table' and name = 'migration'",
                                row -> row.getInt(1))
                        .isPresent();
        return isOld
                ? statements
                        .first(
                                "select coalesce(max(number), 0) from migration",
                                row -> row.getInt(1))
                        .orElse(0)
                : 0;
    }

    /// @param writer in a transaction that its caller commits
    static void apply(Statements writer, Path file) throws SQLException {
        apply(writer, file, newest());
    }

    /// @param last as an older Parley would do it
    static void apply(Statements writer, Path file, int last) throws SQLException {
        writer.update("create table if not exists migration (number integer primary key)");
        var done =
                writer.first("select coalesce(max(number), 0) from migration", row -> row.getInt(1))
                        .orElse(0);
        if (done > newest()) {
            throw Problem.brokenConfiguration(
                    "The database %s was made by a newer Parley (shape %d, this one knows %d)."
                            .formatted(file, done, newest()),
                    "Update Parley, or use another data directory with PARLEY_HOME.");
        }
        for (var number = done + 1; number <= last; number++) {
            run(writer, Resources.text(Migrations.class, FILES.get(number - 1)));
            writer.update("insert into migration (number) values (?)", number);
        }
    }

    private static void run(Statements writer, String sql) throws SQLException {
        for (var command : sql.replaceAll("(?m)--.*$", "").split(";", -1)) {
            if (!command.isBlank()) {
                writer.execute(command);
            }
        }
    }
}
