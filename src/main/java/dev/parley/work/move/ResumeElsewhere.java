package dev.parley.work.move;

import dev.parley.api.Move;
import dev.parley.api.MoveRequest;
import dev.parley.api.Progress;
import dev.parley.event.SessionKey;
import dev.parley.history.History;
import dev.parley.work.past.ResumeSession;
import dev.parley.work.past.ShowSession;

import java.util.Optional;
import java.util.function.Consumer;

/// Goes on with a session in another CLI, in the terminal of the caller: it is moved first, unless
/// it is there already.
public final class ResumeElsewhere {
    private final ShowSession sessions;
    private final MoveSession moves;
    private final MoveLedger ledger;
    private final History history;
    private final ResumeSession resume;

    public ResumeElsewhere(
            ShowSession sessions,
            MoveSession moves,
            MoveLedger ledger,
            History history,
            ResumeSession resume) {
        this.sessions = sessions;
        this.moves = moves;
        this.ledger = ledger;
        this.history = history;
        this.resume = resume;
    }

    /// @param moved told of a session that was made for it
    /// @param starting run when nothing is left to refuse
    /// @return the CLI's exit code
    public int run(String name, MoveRequest request, Consumer<Move> moved, Runnable starting)
            throws InterruptedException {
        var session = sessions.named(name).session();
        var there =
                session.key().provider().equals(request.to())
                        ? Optional.of(session.key())
                        : already(session.key(), request.to());
        var key = there.isPresent() ? there.get() : move(session.key(), request, moved);
        return resume.run(
                key.toString(),
                Optional.ofNullable(request.model()),
                Optional.ofNullable(request.cwd()),
                starting);
    }

    private SessionKey move(SessionKey from, MoveRequest request, Consumer<Move> moved)
            throws InterruptedException {
        var made = moves.move(from, request);
        moved.accept(made);
        history.refresh(Progress.SILENT);
        return made.to();
    }

    /// Where it was brought before, if nothing was said in it since.
    private Optional<SessionKey> already(SessionKey from, String to) throws InterruptedException {
        var view = history.view();
        var updated = view.find(from).map(entry -> entry.summary().lastUsed());
        return ledger.list().stream()
                .filter(move -> move.from().equals(from) && move.to().provider().equals(to))
                .filter(move -> updated.isPresent() && !updated.get().isAfter(move.createdAt()))
                .map(Move::to)
                .filter(key -> view.find(key).isPresent())
                .findFirst();
    }
}
