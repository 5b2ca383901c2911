package dev.parley.provider.opencode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.sessionfile.StoredEvent;
import dev.parley.sessionfile.StoredFacts;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.StoredFile.Layout;
import dev.parley.sessionfile.StoredReader.Outcome;
import dev.parley.sessionfile.StoredSink;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;

class OpenCodeDatabaseTest {
    @TempDir private Path folder;

    /// Its first start makes the tables, while Parley already looks.
    @Test
    void oneWithoutTablesIsEmptyAndReadWhenTheyAreThere() throws Exception {
        var path = folder.resolve("opencode.db");
        var ids = new ArrayList<String>();
        var sink =
                new StoredSink() {
                    @Override
                    public void event(StoredEvent event) {}

                    @Override
                    public void session(StoredFacts told) {
                        ids.add(told.nativeId());
                    }
                };
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + path);
                var statement = connection.createStatement()) {
            statement.execute("create table migration(id)");
            var database =
                    new OpenCodeDatabase(
                            "opencode",
                            new StoredFile(path, Layout.DATABASE, null, null, null, false));
            assertThat(database.readOn(sink)).isNotEqualTo(Outcome.UNREADABLE);
            for (var table :
                    new String[] {
                        "project(id, worktree)",
                        "session(id, project_id, time_created, time_updated)",
                        "message(id, session_id, time_created, time_updated, data)",
                        "part(id, message_id, data)"
                    }) {
                statement.execute("create table " + table);
            }
            statement.execute("insert into session values('ses_1', 'global', 1, 1)");
            assertThat(database.readOn(sink)).isEqualTo(Outcome.READ);
        }
        assertThat(ids).containsExactly("ses_1");
    }
}
