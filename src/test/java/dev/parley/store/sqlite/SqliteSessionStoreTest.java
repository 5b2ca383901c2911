package dev.parley.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.SessionId;
import dev.parley.store.OwnerProcess;
import dev.parley.store.SessionStore;
import dev.parley.store.SessionStoreContract;
import dev.parley.store.StoreUpkeep;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

class SqliteSessionStoreTest extends SessionStoreContract {
    @TempDir Path directory;

    private Database database;

    @BeforeEach
    void open() {
        database = new Database(directory.resolve("parley.db"));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Override
    protected SessionStore seenBy(OwnerProcess self) {
        return new SqliteSessionStore(database, self);
    }

    @Override
    protected StoreUpkeep upkeep() {
        return new SqliteUpkeep(database, OwnerProcess.self());
    }

    @Test
    void anOwnerOfBeforeThereWereNodesIsALocalOne() throws Exception {
        database.write(store ->
                store.update(
                        "insert into live_session (id, provider, state, cwd, permission,"
                                + " directories, owner_pid, owner_start, created_at, updated_at)"
                                + " values ('s1', 'stub', 'idle', '/', 'ask', '[]', 5, 6, 0, 0)"));
        var session = seenBy(OwnerProcess.self()).find(new SessionId("s1")).orElseThrow();
        assertEquals(new OwnerProcess(OwnerProcess.LOCAL, 5, 6), session.session().owner());
    }
}
