package dev.parley.store.sqlite;

import java.sql.SQLException;

/// The pages of the file that nobody needs any more.
final class Space {
    private static final int PAGES = 256;

    /// SQLite's number for it: pages go back when they are asked to.
    private static final int INCREMENTAL = 2;

    private Space() {}

    static boolean isPrepared(Statements writer) throws SQLException {
        return number(writer, "pragma auto_vacuum") == INCREMENTAL;
    }

    /// From now on, pages can be given back. The file has to be written anew for that, once.
    ///
    /// @param alone a connection on which nothing was done yet
    static void prepare(Statements alone) throws SQLException {
        alone.execute("pragma auto_vacuum = " + INCREMENTAL);
        alone.execute("vacuum");
    }

    /// @return whether there is more
    static boolean giveSomeBack(Statements writer) throws SQLException {
        var before = number(writer, "pragma freelist_count");
        if (before == 0) {
            return false;
        }
        writer.executeToTheEnd("pragma incremental_vacuum(" + PAGES + ")");
        var after = number(writer, "pragma freelist_count");
        return after > 0 && after < before;
    }

    private static int number(Statements writer, String pragma) throws SQLException {
        return writer.first(pragma, row -> row.getInt(1)).orElse(0);
    }
}
