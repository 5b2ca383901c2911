package dev.parley.provider;

import dev.parley.api.SessionId;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;
import dev.parley.process.Self;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/// Who writes to which native session now, over all Parley processes with the same data directory:
/// a file for each. A CLI does not notice a second one that writes to its session, and then a turn
/// is lost. So whoever is about to write claims the session first, and one that is claimed is
/// refused. The claim of a process that is gone does not count. Thread-safe.
public final class SessionWriters {
    private static final Logger LOG = LoggerFactory.getLogger(SessionWriters.class);
    private static final String LOCK = "lock";
    private static final String SUFFIX = ".json";

    /// Among the threads of this process; the one on disk is among processes.
    private static final ReentrantLock THREADS = new ReentrantLock();

    /// What writes.
    public enum Kind {
        LIVE,
        RUN,
        TERMINAL
    }

    /// A claim, as it is on disk.
    ///
    /// @param owner the Parley process, see [Self#name]
    /// @param name tells the writers of one process apart: a live session has its id, a terminal
    ///   too
    record Writer(String owner, String session, Kind kind, String name) {
        private Problem refusal() {
            var process = owner.replaceFirst("-.*", "");
            return switch (kind) {
                case LIVE ->
                        new Problem(
                                Problem.Kind.BUSY,
                                "The session %s is in use: it is live in Parley (process %s), as %s."
                                        .formatted(session, process, name),
                                "Go on with it there: `parley chat --resume %s`; or close it first."
                                        .formatted(name));
                case RUN ->
                        new Problem(
                                Problem.Kind.BUSY,
                                "The session %s is in use: a turn of it is running (Parley process %s)."
                                        .formatted(session, process),
                                "Wait until that turn is over.");
                case TERMINAL ->
                        new Problem(
                                Problem.Kind.BUSY,
                                "The session %s is in use: it is open in a terminal (Parley process %s)."
                                        .formatted(session, process),
                                "Go on with it there, or end it there first.");
            };
        }
    }

    /// A right to write, until it is closed.
    public interface Claim extends AutoCloseable {
        @Override
        void close();
    }

    private final Path directory;
    private final String self;
    // The number of the newest claim of each writer of ours; guarded by THREADS.
    private final Map<Writer, Long> newest = new HashMap<>();
    private long claims; // guarded by THREADS

    /// @param directory made with the first claim
    public SessionWriters(Path directory) {
        this(directory, Self.name());
    }

    SessionWriters(Path directory, String self) {
        this.directory = directory;
        this.self = self;
    }

    /// For somebody who writes only for a while and has no name.
    public Claim claim(SessionKey session, Kind kind) {
        return claim(session, kind, UUID.randomUUID().toString());
    }

    /// Claims a session, or says who has it. Whoever has it already may claim it again; then the
    /// earlier claim gives nothing back any more.
    public Claim claim(SessionKey named, Kind kind, String name) {
        var session = named.canonical();
        var wanted = new Writer(self, session.toString(), kind, name);
        var number = new AtomicLong();
        locked(() -> {
            var other = find(session).filter(writer -> !writer.equals(wanted));
            if (other.isPresent()) {
                throw other.get().refusal();
            }
            number.set(++claims);
            newest.put(wanted, claims);
            PrivateFiles.write(file(session), Json.write(wanted).getBytes(StandardCharsets.UTF_8));
        });
        return () ->
                locked(() -> {
                    if (newest.getOrDefault(wanted, 0L) == number.get()) {
                        delete(session, wanted);
                    }
                });
    }

    /// Gives a session back. Nothing happens if somebody else has it.
    public void release(SessionKey named, Kind kind, String name) {
        var session = named.canonical();
        if (Files.exists(file(session))) {
            locked(() -> delete(session, new Writer(self, session.toString(), kind, name)));
        }
    }

    private void delete(SessionKey session, Writer writer) throws IOException {
        newest.remove(writer);
        if (find(session).filter(writer::equals).isPresent()) {
            Files.deleteIfExists(file(session));
        }
    }

    /// Refuses a session that somebody writes to.
    public void check(SessionKey session) {
        find(session.canonical())
                .ifPresent(writer -> {
                    throw writer.refusal();
                });
    }

    /// The sessions that are live now, with the ids Parley has for them.
    public Map<SessionKey, SessionId> live() {
        var found = new HashMap<SessionKey, SessionId>();
        if (Files.isDirectory(directory)) {
            try (var files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
                for (var file : files) {
                    read(file)
                            .filter(writer -> writer.kind() == Kind.LIVE)
                            .filter(writer -> SessionId.isOne(writer.name()))
                            .ifPresent(writer ->
                                    SessionKey.parse(writer.session())
                                            .ifPresent(key ->
                                                    found.put(key, SessionId.of(writer.name()))));
                }
            } catch (IOException | DirectoryIteratorException e) {
                LOG.warn("It is not known which sessions are live", e);
            }
        }
        return found;
    }

    /// Forgets the claims of processes that are gone.
    public void cleanUp() {
        if (!Files.isDirectory(directory)) {
            return;
        }
        locked(() -> {
            try (var files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
                for (var file : files) {
                    if (read(file).isEmpty()) {
                        Files.deleteIfExists(file);
                    }
                }
            }
        });
    }

    private Optional<Writer> find(SessionKey session) {
        return read(file(session)).filter(writer -> writer.session().equals(session.toString()));
    }

    /// Who is there; nobody if that process is gone.
    private static Optional<Writer> read(Path file) {
        try {
            return Json.parseObject(Files.readString(file))
                    .map(json -> Json.read(json, Writer.class))
                    .filter(writer -> Self.isAlive(writer.owner()));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            LOG.debug("{} is no claim", file, e);
            return Optional.empty();
        }
    }

    /// Native ids may be anything, also names that no file can have.
    private Path file(SessionKey session) {
        var id = UUID.nameUUIDFromBytes(session.toString().getBytes(StandardCharsets.UTF_8));
        return directory.resolve(id + SUFFIX);
    }

    private interface Change {
        void run() throws IOException;
    }

    /// One change at a time, of all processes. When the disk does not take it, the work goes on: it
    /// is only less protected.
    private void locked(Change change) {
        // An interrupt would close the file; whoever interrupted is heard afterwards.
        var wasInterrupted = Thread.interrupted();
        THREADS.lock();
        try {
            PrivateFiles.directories(directory);
            PrivateFiles.file(directory.resolve(LOCK));
            try (var file = new RandomAccessFile(directory.resolve(LOCK).toFile(), "rw");
                    FileLock _ = file.getChannel().lock()) {
                change.run();
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("The writer of a session could not be noted", e);
        } finally {
            THREADS.unlock();
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
