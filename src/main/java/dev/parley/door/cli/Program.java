package dev.parley.door.cli;

import dev.parley.api.Pruned;
import dev.parley.api.Retention;
import dev.parley.base.disk.Directories;
import dev.parley.config.ApiKeys;
import dev.parley.config.ModelRegistry;
import dev.parley.door.http.Doors;
import dev.parley.provider.ModelCatalog;
import dev.parley.provider.Providers;
import dev.parley.session.Sessions;
import dev.parley.work.Backup;
import dev.parley.work.Calls;
import dev.parley.work.Doctor;
import dev.parley.work.HistoryVerbs;
import dev.parley.work.ProviderSmokeTest;
import dev.parley.work.Runs;
import dev.parley.work.StoreReport;

import java.time.ZoneId;
import java.util.List;

/// What the commands ask of Parley. Whoever wires the program provides it.
public interface Program {
    Directories directories();

    /// Where the server listens unless the user names another port.
    int port();

    Providers providers();

    ModelCatalog models();

    Runs runs();

    ModelRegistry registry();

    ApiKeys keys();

    Calls calls();

    /// Live sessions. Neither the database nor a process is opened before they are first used.
    Sessions sessions();

    /// Where the user's days begin and end.
    ZoneId zone();

    HistoryVerbs historyVerbs();

    Doctor checkup();

    ProviderSmokeTest trial();

    /// How much of the past is kept unless the user asks for something else.
    Retention retention();

    /// @param isDryRun whether it is only reported what would go
    Pruned prune(Retention limits, boolean isDryRun) throws InterruptedException;

    /// What Parley has on disk.
    List<StoreReport.Part> storeReport() throws InterruptedException;

    Backup backup();

    /// The server with all its doors, not started yet.
    Doors newServer(int port);

    /// Cleans up what an earlier Parley that died could not.
    void recover() throws InterruptedException;

    /// Keeps the store small from now on, in the background.
    void keepStore();
}
