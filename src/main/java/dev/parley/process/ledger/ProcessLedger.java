package dev.parley.process.ledger;

import dev.parley.base.disk.DiskProblem;
import dev.parley.base.disk.PrivateFiles;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// Which children a [Supervisor] has, on disk: a directory per supervisor, in it one file that only
/// grows: a line before a child starts, one with its process group, one when it is gone. So
/// whatever kills Parley, the [Guardian] and the next start ([Orphans]) know what to end. A line is
/// one write; a long file is begun anew when it lists no running child. Thread-safe.
public final class ProcessLedger {
    /// The file's name in the ledger's directory.
    public static final String FILE = "children";

    /// Tells the ledgers of one process apart.
    private static final AtomicLong LEDGERS = new AtomicLong();

    private static final long LONG = 64 * 1024;

    private final Path directory;
    private final Path file;
    private final String owner;
    private final Map<Long, Entry> running = new LinkedHashMap<>(); // guarded by this
    // Guarded by this. Not a channel: an interrupt would close it.
    private @Nullable RandomAccessFile open;
    private long count; // guarded by this

    /// @param directory where all Parley processes keep their ledgers
    public ProcessLedger(Path directory) {
        var self = ProcessIdentity.self();
        this.owner = self.pid() + "-" + self.start() + "-" + LEDGERS.incrementAndGet();
        this.directory = directory.resolve(owner);
        this.file = this.directory.resolve(FILE);
        try {
            PrivateFiles.directories(this.directory);
        } catch (IOException _) {
            // A program that starts no child needs none; the first child reports the failure.
        }
    }

    public Path directory() {
        return directory;
    }

    /// What the environment of all our children starts with, see [Entry#tag].
    String tagPrefix() {
        return owner + ".";
    }

    /// What the limits of all our children start with, see [LimitTag].
    String limitPrefix() {
        return LimitTag.prefix(owner);
    }

    /// The number of the child with this tag in its environment, if it is one of ours.
    Optional<Long> childOf(String variable) {
        try {
            return variable.startsWith(tagPrefix())
                    ? Optional.of(Long.valueOf(variable.substring(tagPrefix().length())))
                    : Optional.empty();
        } catch (NumberFormatException _) {
            return Optional.empty(); // not a tag of ours
        }
    }

    synchronized boolean isRunning(long number) {
        return running.containsKey(number);
    }

    public synchronized Entry enter(String label) {
        var entry = new Entry(++count, label);
        try {
            write(entry);
        } catch (IOException e) {
            throw DiskProblem.ofData(directory, e);
        }
        running.put(entry.number, entry);
        return entry;
    }

    private void write(Entry entry) throws IOException {
        // Another program may have removed the file while we ran.
        if (open != null && !Files.exists(file)) {
            open.close();
            open = null;
        }
        if (open == null) {
            PrivateFiles.directories(directory);
            PrivateFiles.file(file);
            open = new RandomAccessFile(file.toFile(), "rw");
            for (var known : running.values()) {
                append(known.line());
            }
        }
        append(entry.line());
    }

    private synchronized void started(Entry entry, long group) throws IOException {
        entry.group = group;
        append(entry.line());
    }

    private synchronized void ended(Entry entry) {
        if (running.remove(entry.number) == null) {
            return;
        }
        try {
            if (running.isEmpty() && open != null && open.length() > LONG) {
                open.setLength(0);
            } else {
                append("end " + entry.number + "\n");
            }
        } catch (IOException _) {
            // A stale entry names a process that is gone: harmless, and the next start clears it
            // away.
        }
    }

    /// Half a line, as a full disk leaves it, would swallow the next one.
    private void append(String line) throws IOException {
        if (open != null) {
            var before = open.getFilePointer();
            try {
                open.write(line.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                open.setLength(before);
                throw e;
            }
        }
    }

    public synchronized void delete() {
        try {
            if (open != null) {
                open.close();
                open = null;
            }
        } catch (IOException _) {
            // closed is closed
        }
        Orphans.deleteRecursively(directory);
    }

    /// The process groups a ledger lists as started and not ended, of whichever Parley.
    public static List<Long> groupsIn(Path ledger) {
        var groups = new LinkedHashMap<String, Long>();
        try {
            for (var line : Files.readAllLines(ledger.resolve(FILE))) {
                var words = line.split(" ", 4);
                switch (words[0]) {
                    case "group" -> groups.put(words[1], Long.valueOf(words[2]));
                    case "end" -> groups.remove(words[1]);
                    default -> {}
                }
            }
        } catch (IOException | RuntimeException _) {
            // no child was ever started, or the last line is not whole
        }
        return new ArrayList<>(groups.values());
    }

    /// One child.
    public final class Entry {
        private final long number;
        private final String label;
        private long group;

        private Entry(long number, String label) {
            this.number = number;
            this.label = label;
        }

        /// The child and all its descendants have it, also those that left its process group.
        public ChildTag tag() {
            return new ChildTag(tagPrefix() + number, LimitTag.of(owner, number));
        }

        long number() {
            return number;
        }

        public void started(long processGroup) throws IOException {
            ProcessLedger.this.started(this, processGroup);
        }

        void ended() {
            ProcessLedger.this.ended(this);
        }

        private String line() {
            var name = label.replaceAll("\\s+", " ");
            return group == 0
                    ? "enter " + number + " " + name + "\n"
                    : "group " + number + " " + group + " " + name + "\n";
        }
    }
}
