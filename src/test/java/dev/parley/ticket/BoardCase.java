package dev.parley.ticket;

import dev.parley.api.SessionId;
import dev.parley.store.sqlite.Database;
import dev.parley.store.sqlite.SqliteTicketStore;
import dev.parley.tool.ToolCaller;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/// A board in a database of its own.
abstract class BoardCase {
    static final Path PROJECT = Path.of("/acme");
    static final SessionId SESSION = SessionId.random();
    static final ToolCaller CALLER = new ToolCaller("claude", Optional.of(SESSION), PROJECT);

    @TempDir Path directory;
    Database database;
    Board board;
    Proposals proposals;
    Reports reports;
    TicketSessions sessions;

    @BeforeEach
    void open() {
        database = new Database(directory.resolve("parley.db"));
        var store = new SqliteTicketStore(database);
        board = new Board(store, Clock.systemUTC());
        proposals = new Proposals(store, board, Clock.systemUTC());
        reports = new Reports(store);
        sessions = new TicketSessions(board);
    }

    @AfterEach
    void close() {
        proposals.close();
        database.close();
    }

    /// Everything again from what is stored.
    void restart() {
        close();
        open();
    }
}
