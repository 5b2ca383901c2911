package dev.parley;

import dev.parley.base.disk.Directories;
import dev.parley.config.ConfigFile;
import dev.parley.history.History;
import dev.parley.provider.Providers;
import dev.parley.provider.SessionWriters;
import dev.parley.session.Sessions;
import dev.parley.work.limit.ReachedLimit;
import dev.parley.work.move.BetweenHomes;
import dev.parley.work.move.CarrySession;
import dev.parley.work.move.ContinueElsewhere;
import dev.parley.work.move.ForkConversation;
import dev.parley.work.move.MovableSessions;
import dev.parley.work.move.MoveLedger;
import dev.parley.work.move.MoveSession;
import dev.parley.work.move.MoveTarget;
import dev.parley.work.move.Moves;
import dev.parley.work.move.OnLimit;
import dev.parley.work.move.OpenElsewhere;
import dev.parley.work.move.OwnTurns;
import dev.parley.work.move.ResumeElsewhere;
import dev.parley.work.move.UndoMove;
import dev.parley.work.past.HistoryVerbs;

import java.time.Clock;

/// The parts that bring conversations from one CLI to another, put together.
final class MoveSupply {
    private final MoveLedger ledger;
    private final MoveTarget targets;
    private final SessionWriters writers;
    private final Directories directories;
    private final Providers providers;
    private final ConfigFile config;

    MoveSupply(Machine machine) {
        directories = machine.directories();
        writers = machine.writers();
        providers = machine.providers();
        config = machine.configFile();
        ledger = new MoveLedger(directories.moves());
        targets =
                new MoveTarget(
                        machine.providers(),
                        machine.installations(),
                        machine.environments(),
                        machine.supervisor(),
                        machine.environment());
    }

    private OnLimit.Rule rule() {
        var now = config.current();
        return new OnLimit.Rule(now.onLimit(), now.asksOnLimit());
    }

    /// Which sessions came from elsewhere.
    MoveLedger ledger() {
        return ledger;
    }

    /// Takes away what Parleys left that ended in the middle of a move.
    void cleanUp() {
        ledger.cleanUp(targets::has);
    }

    /// For agents that work in homes of their own.
    BetweenHomes betweenHomes(Clock clock) {
        return new BetweenHomes(targets, ledger, directories.moves(), clock);
    }

    /// @param clock in the zone of the user
    Moves verbs(
            History history,
            HistoryVerbs verbs,
            Sessions live,
            ReachedLimit.Finder limits,
            Clock clock) {
        var sessions = new MovableSessions(history, targets, new OwnTurns(live, targets));
        var move = new MoveSession(sessions, targets, ledger, directories.moves(), clock);
        var undo = new UndoMove(targets, ledger, writers);
        var continuing =
                new ContinueElsewhere(live, sessions, targets, move, undo, history, limits);
        return new Moves(
                move,
                undo,
                new ResumeElsewhere(verbs.show(), move, ledger, history, verbs.resume()),
                continuing,
                new OnLimit(live, limits, continuing, providers, this::rule, clock),
                new CarrySession(sessions, targets, move),
                new OpenElsewhere(live, sessions, targets, move, undo, history),
                new ForkConversation(sessions, move, history));
    }
}
