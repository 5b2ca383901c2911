package dev.parley.store.sqlite;

import dev.parley.store.TicketStore;

import java.sql.SQLException;

/// The board in SQLite.
public final class SqliteTicketStore implements TicketStore {
    private final Database database;

    public SqliteTicketStore(Database database) {
        this.database = database;
    }

    @Override
    public <T> T read(Work<T> work) throws InterruptedException {
        return database.read(statements -> run(statements, work));
    }

    @Override
    public <T> T write(Work<T> work) throws InterruptedException {
        return database.write(statements -> run(statements, work));
    }

    private static <T> T run(Statements statements, Work<T> work) throws SQLException {
        try {
            return work.run(new TicketRows(statements));
        } catch (TicketLinkRows.Failed failed) {
            throw failed.why();
        }
    }
}
