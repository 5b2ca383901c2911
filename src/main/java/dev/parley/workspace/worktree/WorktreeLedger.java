package dev.parley.workspace.worktree;

import dev.parley.base.disk.DiskProblem;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.json.Json;

import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Which worktrees there are, on disk: a file beside each. It is made before its worktree and goes
/// after it, so whatever ends Parley, the next start knows what to clean up.
final class WorktreeLedger {
    private static final String SUFFIX = ".json";

    /// One worktree.
    ///
    /// @param repository where it was made
    /// @param owner the Parley process that uses it
    /// @param base the commit it began with; empty until it is known
    /// @param kept a person will look at it; Parley never removes it
    /// @param ports set apart for programs that run in it
    record Entry(
            String id,
            String repository,
            String owner,
            String base,
            boolean kept,
            List<Integer> ports) {
        Entry {
            Objects.requireNonNull(id);
            Objects.requireNonNull(repository);
            Objects.requireNonNull(owner);
            ports = ports == null ? List.of() : List.copyOf(ports);
        }

        Entry(String id, String repository, String owner, String base, boolean kept) {
            this(id, repository, owner, base, kept, List.of());
        }

        Entry keep() {
            return new Entry(id, repository, owner, base, true, ports);
        }
    }

    private final Path directory;

    /// @param directory where all worktrees are
    WorktreeLedger(Path directory) {
        this.directory = directory;
    }

    Path place(Entry entry) {
        return directory.resolve(entry.id());
    }

    void write(Entry entry) {
        try {
            PrivateFiles.replace(file(entry), Json.write(entry).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw DiskProblem.ofData(directory, e);
        }
    }

    void remove(Entry entry) {
        try {
            Files.deleteIfExists(file(entry));
        } catch (IOException _) {
            // An entry without a worktree: the next start clears it away.
        }
    }

    /// All entries that can be read. Half a file is one whose worktree was not made yet.
    List<Entry> all() {
        var entries = new ArrayList<Entry>();
        if (!Files.isDirectory(directory)) {
            return entries;
        }
        try (var files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
            for (var file : files) {
                read(file, entries);
            }
        } catch (IOException _) {
            // Then the next start finds them.
        }
        return entries;
    }

    private static void read(Path file, List<Entry> entries) throws IOException {
        var entry = Json.parseObject(Files.readString(file));
        if (entry.isEmpty()) {
            Files.deleteIfExists(file);
            return;
        }
        try {
            entries.add(Json.read(entry.get(), Entry.class));
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(WorktreeLedger.class)
                    .warn("{} cannot be read: {}", file, e.getMessage());
        }
    }

    private Path file(Entry entry) {
        return directory.resolve(entry.id() + SUFFIX);
    }
}
