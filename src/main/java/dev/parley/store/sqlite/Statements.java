package dev.parley.store.sqlite;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// One connection to the database, and the statements that were prepared on it. One thread at a
/// time uses it.
public final class Statements {
    /// Makes a value of one row.
    @FunctionalInterface
    public interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    Statements(Connection connection) {
        this.connection = connection;
    }

    /// @return how many rows it changed
    public int update(String sql, @Nullable Object... values) throws SQLException {
        return attempt(sql, () -> filled(sql, values).executeUpdate());
    }

    public <T> List<T> query(String sql, Row<T> row, @Nullable Object... values)
            throws SQLException {
        return queryUntil(sql, row, _ -> false, values);
    }

    /// The same up to the row that is enough, for rows that may be large.
    ///
    /// @param isEnough asked once for each row
    public <T> List<T> queryUntil(
            String sql, Row<T> row, Predicate<T> isEnough, @Nullable Object... values)
            throws SQLException {
        return attempt(
                sql,
                () -> {
                    var found = new ArrayList<T>();
                    try (var rows = filled(sql, values).executeQuery()) {
                        var goesOn = true;
                        while (goesOn && rows.next()) {
                            var next = row.read(rows);
                            found.add(next);
                            goesOn = !isEnough.test(next);
                        }
                    }
                    return found;
                });
    }

    public <T> Optional<T> first(String sql, Row<T> row, @Nullable Object... values)
            throws SQLException {
        return query(sql, row, values).stream().findFirst();
    }

    /// Runs in one transaction what must be stored together. The driver's own transactions begin
    /// anew right after each commit and so keep every other process out.
    void transaction(Change change) throws SQLException {
        perform("begin immediate");
        try {
            change.run();
            perform("commit");
        } catch (SQLException | RuntimeException e) {
            undo(e);
            throw e;
        }
    }

    /// Changes that belong together.
    interface Change {
        void run() throws SQLException;
    }

    /// What is needed once.
    void execute(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /// What SQLite does step by step; [#execute] would take the first only.
    void executeToTheEnd(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private void undo(Exception cause) {
        try {
            execute("rollback");
        } catch (SQLException e) {
            cause.addSuppressed(e); // SQLite undoes it by itself after some failures
        }
    }

    void close() throws SQLException {
        connection.close(); // and with it what was prepared
    }

    /// What is needed again and again.
    private void perform(String sql) throws SQLException {
        attempt(sql, () -> filled(sql).execute());
    }

    private interface Attempt<T> {
        T make() throws SQLException;
    }

    /// The driver ends a statement that fails, so it must not be used again.
    private <T> T attempt(String sql, Attempt<T> attempt) throws SQLException {
        try {
            return attempt.make();
        } catch (SQLException e) {
            var failed = prepared.remove(sql);
            if (failed != null) {
                closeQuietly(failed, e);
            }
            throw e;
        }
    }

    private static void closeQuietly(PreparedStatement statement, SQLException cause) {
        try {
            statement.close();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    private PreparedStatement filled(String sql, @Nullable Object... values) throws SQLException {
        var statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            prepared.put(sql, statement);
        }
        for (var at = 0; at < values.length; at++) {
            statement.setObject(at + 1, values[at]);
        }
        return statement;
    }
}
