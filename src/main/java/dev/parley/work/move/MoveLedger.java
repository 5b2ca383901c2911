package dev.parley.work.move;

import dev.parley.api.Move;
import dev.parley.base.disk.DiskProblem;
import dev.parley.base.disk.FileTree;
import dev.parley.base.json.Json;
import dev.parley.base.json.JsonFile;
import dev.parley.event.SessionKey;
import dev.parley.process.ledger.ProcessIdentity;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// What was moved, a small file each: lists need it without opening the store. A file is there
/// before anything else is written, so that what a killed Parley leaves is found. Thread-safe.
public final class MoveLedger {
    private static final Logger LOG = LoggerFactory.getLogger(MoveLedger.class);

    private final Path directory;

    /// @param directory made with the first move
    public MoveLedger(Path directory) {
        this.directory = directory;
    }

    void keep(Move move) {
        JsonFile.write(directory.resolve(move.id() + ".json"), move, JsonFile.PRIVATE);
    }

    void forget(Move move) {
        try {
            Files.deleteIfExists(directory.resolve(move.id() + ".json"));
        } catch (IOException e) {
            throw DiskProblem.ofData(directory, e);
        }
    }

    /// Those that are done, the newest first.
    public List<Move> list() {
        return all().stream()
                .filter(move -> move.state() == Move.State.DONE)
                .sorted(Comparator.comparing(Move::createdAt).reversed())
                .toList();
    }

    /// Where sessions came from, the newest first. Those that their CLI has deleted are not told.
    public Map<SessionKey, SessionKey> origins() {
        var origins = new LinkedHashMap<SessionKey, SessionKey>();
        list().stream()
                .filter(move -> move.place().isEmpty() || Files.exists(Path.of(move.place())))
                .forEach(move -> origins.putIfAbsent(move.to(), move.from()));
        return origins;
    }

    private List<Move> all() {
        var all = new ArrayList<Move>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.json")) {
            for (var file : files) {
                read(file).ifPresent(all::add);
            }
        } catch (NoSuchFileException | NotDirectoryException _) {
            return List.of();
        } catch (IOException e) {
            LOG.warn("What was moved is not known: {}", e.getMessage());
        }
        return all;
    }

    /// A file that cannot be read costs only itself.
    private static Optional<Move> read(Path file) {
        try {
            return Json.parseOwn(Files.readString(file)).map(json -> Json.read(json, Move.class));
        } catch (IOException | RuntimeException e) {
            LOG.warn("{} cannot be read: {}", file, e.getMessage());
            return Optional.empty();
        }
    }

    /// Takes away what Parleys left that ended in the middle.
    ///
    /// @param isTakenIn whether a CLI has the session in its own database
    public void cleanUp(Predicate<Move> isTakenIn) {
        for (var move : all()) {
            var owner = new ProcessIdentity(move.ownerPid(), move.ownerStart());
            if (move.state() != Move.State.DONE && !owner.isAlive()) {
                settle(move, isTakenIn);
            }
        }
    }

    private void settle(Move move, Predicate<Move> isTakenIn) {
        try {
            var isPlaced =
                    move.state() == Move.State.PLACING
                            && (move.place().isEmpty()
                                    ? isTakenIn.test(move)
                                    : Files.exists(Path.of(move.place())));
            var draft = Path.of(move.draft());
            if (Files.exists(draft)) {
                FileTree.delete(draft);
            }
            if (isPlaced) {
                keep(move.done());
            } else {
                forget(move);
            }
        } catch (IOException e) {
            LOG.warn("{} stays: {}", move.draft(), e.getMessage());
        }
    }
}
