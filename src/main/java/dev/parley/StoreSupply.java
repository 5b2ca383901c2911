package dev.parley;

import dev.parley.api.Progress;
import dev.parley.api.Retention;
import dev.parley.history.History;
import dev.parley.session.retention.Pruning;
import dev.parley.session.retention.StoreKeeper;
import dev.parley.store.ChainStore;
import dev.parley.store.ConversationStore;
import dev.parley.store.JobStore;
import dev.parley.store.MarkStore;
import dev.parley.store.OwnerProcess;
import dev.parley.store.RaceStore;
import dev.parley.store.RoomStore;
import dev.parley.store.SessionStore;
import dev.parley.store.StoreUpkeep;
import dev.parley.store.TicketStore;
import dev.parley.store.sqlite.Database;
import dev.parley.store.sqlite.SqliteChainStore;
import dev.parley.store.sqlite.SqliteConversationStore;
import dev.parley.store.sqlite.SqliteJobStore;
import dev.parley.store.sqlite.SqliteMarkStore;
import dev.parley.store.sqlite.SqliteRaceStore;
import dev.parley.store.sqlite.SqliteRoomStore;
import dev.parley.store.sqlite.SqliteSessionStore;
import dev.parley.store.sqlite.SqliteTicketStore;
import dev.parley.store.sqlite.SqliteUpkeep;
import dev.parley.work.kept.Store;

/// What is kept and for how long, wired by hand. The one place that knows that it is SQLite; the
/// file is opened when it is first needed.
record StoreSupply(
        Machine machine,
        Database database,
        SessionStore sessions,
        TicketStore tickets,
        ConversationStore conversations,
        JobStore jobs,
        ChainStore chains,
        MarkStore marks,
        RoomStore rooms,
        RaceStore races,
        StoreUpkeep upkeep,
        Retention retention) {
    static StoreSupply of(Machine machine) {
        var database = new Database(machine.directories().database());
        var self = OwnerProcess.self();
        var limits = machine.config().store();
        return new StoreSupply(
                machine,
                database,
                new SqliteSessionStore(database, self),
                new SqliteTicketStore(database),
                new SqliteConversationStore(database),
                new SqliteJobStore(database, self),
                new SqliteChainStore(database),
                new SqliteMarkStore(database),
                new SqliteRoomStore(database, self),
                new SqliteRaceStore(database, self),
                new SqliteUpkeep(database, self),
                new Retention(limits.age(), limits.bytes()));
    }

    /// Keeps it small; what the history has as well may go.
    StoreKeeper keeper(History history) {
        var pruning = new Pruning(upkeep, history::has);
        return new StoreKeeper(upkeep, pruning, retention, machine.clock());
    }

    Store verbs(StoreKeeper keeper, History history) {
        return new Store(
                machine.directories(),
                upkeep,
                keeper,
                retention,
                () -> history.refresh(Progress.SILENT));
    }
}
