package dev.parley.work.move;

import dev.parley.api.Move;
import dev.parley.base.disk.DiskProblem;
import dev.parley.base.disk.FileTree;
import dev.parley.base.problem.Problem;
import dev.parley.portable.Fingerprint;
import dev.parley.portable.Piece;
import dev.parley.provider.SessionWriters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// Takes a session away that a move made, unless something was added to it since.
public final class UndoMove {
    private final MoveTarget targets;
    private final MoveLedger ledger;
    private final SessionWriters writers;

    public UndoMove(MoveTarget targets, MoveLedger ledger, SessionWriters writers) {
        this.targets = targets;
        this.ledger = ledger;
        this.writers = writers;
    }

    /// @param name the move's id, the new session, or the beginning of either; empty for the last
    public Move undo(String name) throws InterruptedException {
        ledger.cleanUp(targets::has);
        var move = named(name);
        writers.check(move.to());
        var format = targets.format(move.to().provider());
        var deleting = format.deleting(move.to().nativeId());
        if (!deleting.isEmpty()) {
            refuseIfUsed(move);
            targets.run(move.to().provider(), Path.of(move.directory()), deleting);
        } else if (Files.exists(Path.of(move.place()))) {
            refuseIfUsed(move);
            delete(Path.of(move.place()));
        }
        ledger.forget(move);
        return move;
    }

    private Move named(String name) {
        var all = ledger.list();
        var found =
                all.stream()
                        .filter(move ->
                                move.id().startsWith(name)
                                        || move.to().toString().startsWith(name)
                                        || move.to().nativeId().startsWith(name))
                        .toList();
        if (found.isEmpty()) {
            throw Problem.notFound(
                    name.isEmpty() ? "Nothing was moved." : "There is no move \"" + name + "\".",
                    "parley move list shows them.");
        }
        if (found.size() > 1 && !name.isEmpty()) {
            throw Problem.invalid(
                    "\"" + name + "\" may be any of " + found.size() + " moves.",
                    "Say more of it; parley move list shows them.");
        }
        return found.getFirst();
    }

    /// What is there must be what was written, no more and no less.
    private void refuseIfUsed(Move move) {
        var print = new Fingerprint();
        read(move, print);
        if (!print.value().equals(move.fingerprint())) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    move.to() + " went on since it was moved here.",
                    "It stays. Delete it in its own CLI if it is not wanted.");
        }
    }

    private void read(Move move, Consumer<Piece> each) {
        if (move.place().isEmpty()) {
            targets.stored(move.to(), each);
            return;
        }
        var place = Path.of(move.place());
        var lines = Files.isDirectory(place) ? place.resolve("agents/main/wire.jsonl") : place;
        targets.place(move.to().provider()).pieces(lines, move.to().nativeId(), each);
    }

    private static void delete(Path place) {
        try {
            FileTree.delete(place);
        } catch (IOException e) {
            throw DiskProblem.of(
                    place,
                    e,
                    Problem.invalid(
                            place + " cannot be deleted: " + e.getMessage(),
                            "Delete it by hand, and undo again."));
        }
    }

    public List<Move> list() {
        return ledger.list();
    }
}
