package dev.parley.history;

import dev.parley.history.catalog.IndexedFile;
import dev.parley.history.catalog.IndexedFile.Look;
import dev.parley.history.catalog.IndexedFile.Told;
import dev.parley.history.catalog.Requests;
import dev.parley.sessionfile.StoredEvent;
import dev.parley.sessionfile.StoredFacts;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.StoredReader;
import dev.parley.sessionfile.StoredSink;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Reads one file for the catalog, again and again as it grows. One thread at a time.
final class FileReading implements StoredSink {
    private final String provider;
    private final StoredFile file;
    private final StoredReader reader;
    private final Map<String, Told> sessions = new LinkedHashMap<>();
    private Requests pending = new Requests();

    FileReading(String provider, StoredFile file, StoredReader reader) {
        this.provider = provider;
        this.file = file;
        this.reader = reader;
    }

    StoredFile file() {
        return file;
    }

    /// What the file holds now; empty when it cannot be told: it is gone, somebody is in the way,
    /// or we may not read it. Then the next pass tries again, since a permission is no change of a
    /// file.
    Optional<IndexedFile> read() {
        try {
            // Before reading: what is appended meanwhile makes a difference the next time.
            var look = Look.at(file);
            return switch (reader.readOn(this)) {
                case READ, UNCHANGED -> Optional.of(indexed(look));
                case BUSY, VANISHED, UNREADABLE -> Optional.empty();
            };
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private IndexedFile indexed(Look look) {
        var told =
                sessions.values().stream()
                        .map(one -> new Told(one.session(), one.requests().copy()))
                        .toList();
        return new IndexedFile(provider, file, look, told);
    }

    @Override
    public void restart(String nativeId) {
        sessions.remove(nativeId);
        pending = new Requests();
    }

    @Override
    public void event(StoredEvent event) {
        pending.add(event);
    }

    /// Comes after the events of a session, and before those of another.
    @Override
    public void session(StoredFacts session) {
        var before = sessions.get(session.nativeId());
        if (before != null) {
            pending.forEach(before.requests()::add);
        }
        sessions.put(
                session.nativeId(),
                new Told(session, before == null ? pending : before.requests()));
        pending = new Requests();
    }
}
