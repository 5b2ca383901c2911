package dev.parley;

import dev.parley.base.disk.Directories;
import dev.parley.history.History;
import dev.parley.provider.SessionWriters;
import dev.parley.session.Sessions;
import dev.parley.work.HistoryVerbs;
import dev.parley.work.move.CarrySession;
import dev.parley.work.move.ContinueElsewhere;
import dev.parley.work.move.ForkConversation;
import dev.parley.work.move.MovableSessions;
import dev.parley.work.move.MoveLedger;
import dev.parley.work.move.MoveSession;
import dev.parley.work.move.MoveTarget;
import dev.parley.work.move.Moves;
import dev.parley.work.move.OpenElsewhere;
import dev.parley.work.move.ResumeElsewhere;
import dev.parley.work.move.UndoMove;

import java.time.Clock;

/// The parts that bring conversations from one CLI to another, put together.
final class MoveSupply {
    private final MoveLedger ledger;
    private final MoveTarget targets;
    private final SessionWriters writers;
    private final Directories directories;

    MoveSupply(Machine machine) {
        directories = machine.directories();
        writers = machine.writers();
        ledger = new MoveLedger(directories.moves());
        targets =
                new MoveTarget(
                        machine.providers(),
                        machine.installations(),
                        machine.environments(),
                        machine.supervisor(),
                        machine.environment());
    }

    /// Which sessions came from elsewhere.
    MoveLedger ledger() {
        return ledger;
    }

    /// @param clock in the zone of the user
    Moves verbs(History history, HistoryVerbs verbs, Sessions live, Clock clock) {
        var sessions = new MovableSessions(history, targets);
        var move = new MoveSession(sessions, targets, ledger, directories.moves(), clock);
        var undo = new UndoMove(targets, ledger, writers);
        return new Moves(
                move,
                undo,
                new ResumeElsewhere(verbs.show(), move, ledger, history, verbs.resume()),
                new ContinueElsewhere(live, move, history),
                new CarrySession(sessions, targets, move),
                new OpenElsewhere(live, sessions, targets, move, undo, history),
                new ForkConversation(sessions, move, history));
    }
}
