package dev.parley.work.change;

import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.event.Event;
import dev.parley.session.Sessions;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/// A turn of a live session as its events tell it.
///
/// @param lastSequence the number of its last event
record TurnRecord(NativeFork.Turn turn, long lastSequence) {
    private static final int PAGE = 500;

    /// Its events are gone, or nothing was said in it.
    boolean isUnknown() {
        return turn.prompt().isBlank() || turn.startedAt().equals(Instant.MAX);
    }

    /// @param turnId absent: there was none
    static TurnRecord of(Sessions sessions, SessionId id, @Nullable String turnId)
            throws InterruptedException {
        if (turnId == null) {
            throw Problem.invalid("An undo is no turn to go on from.", "Name a turn of the agent.");
        }
        var last = 0L;
        var prompt = "";
        var startedAt = Instant.MAX;
        for (var page = sessions.events(id, last, PAGE);
                !page.isEmpty();
                page = sessions.events(id, last, PAGE)) {
            for (var logged : page) {
                last = logged.sequence();
                var envelope = logged.envelope();
                var event = envelope.event();
                if (event instanceof Event.UserSaid(var content, var of) && turnId.equals(of)) {
                    prompt = content;
                } else if (event instanceof Event.TurnStarted(var begun, _)
                        && begun.equals(turnId)) {
                    startedAt = envelope.timestamp();
                } else if (event instanceof Event.TurnEnded(var ended, _) && ended.equals(turnId)) {
                    return new TurnRecord(
                            new NativeFork.Turn(prompt, startedAt, envelope.timestamp()), last);
                }
            }
        }
        return new TurnRecord(new NativeFork.Turn("", Instant.MAX, Instant.MAX), last);
    }
}
