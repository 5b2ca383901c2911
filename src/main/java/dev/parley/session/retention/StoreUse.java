package dev.parley.session.retention;

import dev.parley.store.sqlite.Database;

import java.nio.file.Path;
import java.util.List;

/// What live sessions take in the store.
///
/// @param homes the directories of their own that sessions were given for their CLIs
public record StoreUse(Part events, Part turns, Part sessions, List<Path> homes) {
    public record Part(long count, long bytes) {}

    public static StoreUse of(Database database) throws InterruptedException {
        if (!database.exists()) {
            var nothing = new Part(0, 0);
            return new StoreUse(nothing, nothing, nothing, List.of());
        }
        return database.read(store ->
                new StoreUse(
                        PruningRows.size(
                                store,
                                "select count(*), sum(octet_length(json)"
                                        + " + coalesce(octet_length(raw), 0)) from live_event"),
                        PruningRows.size(
                                store,
                                "select count(*), sum(octet_length(text) + octet_length(images))"
                                        + " from live_prompt"),
                        PruningRows.size(
                                store,
                                "select count(*), sum(200 + coalesce(octet_length(system), 0)"
                                        + " + octet_length(directories)) from live_session"),
                        store.query(
                                "select distinct home from live_session where home is not null",
                                row -> Path.of(row.getString(1)))));
    }
}
