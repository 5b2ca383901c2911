package dev.parley.work.limit;

import dev.parley.api.SessionInfo;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.session.Sessions;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The last turns of a session, as far as a limit ended each of them: what was asked in them is
/// still to be done.
///
/// @param limit the one that ended the last of them
/// @param sequence the number of the event with which the last of them ended
/// @param prompts what was asked in them, in order
public record LostTurns(ReachedLimit limit, long sequence, List<Lost> prompts) {
    private static final int LOOK_BACK = 2_000;

    /// @param said what was asked
    /// @param hasWork whether something was done about it before the limit ended it
    public record Lost(String said, boolean hasWork) {
        /// What to say where it goes on.
        public String prompt() {
            return hasWork
                    ? "A limit ended the last turn before it was done. Go on where it stopped. What was asked:\n\n"
                            + said
                    : said;
        }
    }

    public LostTurns {
        prompts = List.copyOf(prompts);
    }

    /// Empty if the last turn did not end because of a limit.
    public static Optional<LostTurns> of(
            Sessions sessions, ReachedLimit.Finder limits, SessionInfo session)
            throws InterruptedException {
        var reading = new Reading(session, limits);
        // The newest comes first.
        for (var logged : sessions.eventsBefore(session.id(), Long.MAX_VALUE, LOOK_BACK)) {
            var envelope = logged.envelope();
            if (!reading.hear(envelope.event(), logged.sequence(), envelope.timestamp())) {
                break;
            }
        }
        return reading.lost();
    }

    /// What is known of a turn, of which the end is read before the beginning.
    private static final class Turn {
        private final String id;
        private boolean isLost;
        private boolean hasWork;
        private String said = "";

        Turn(String id) {
            this.id = id;
        }

        Lost lost() {
            return new Lost(said, hasWork);
        }
    }

    private static final class Reading {
        private final SessionInfo session;
        private final ReachedLimit.Finder limits;
        private final List<Turn> turns = new ArrayList<>();
        private @Nullable ReachedLimit limit;
        private long sequence;

        Reading(SessionInfo session, ReachedLimit.Finder limits) {
            this.session = session;
            this.limits = limits;
        }

        /// @return whether what is before it is of interest
        boolean hear(Event event, long number, Instant time) throws InterruptedException {
            if (event instanceof Event.TurnEnded(var id, var reason)) {
                var isBefore = !turns.isEmpty() && !turns.getLast().isLost;
                if (reason != EndReason.ERROR || isBefore) {
                    return false;
                }
                turns.add(new Turn(id));
                sequence = Math.max(sequence, number);
                return true;
            }
            if (turns.isEmpty()) {
                return true;
            }
            var turn = turns.getLast();
            switch (event) {
                case Event.Failed failure when !failure.recoverable() && !turn.isLost -> {
                    var found = limits.find(session, failure, time);
                    if (found.isPresent()) {
                        turn.isLost = true;
                        limit = limit == null ? found.get() : limit;
                    }
                }
                case Event.AssistantSaid _, Event.ToolCalled _ -> turn.hasWork = true;
                case Event.UserSaid user when turn.id.equals(user.messageId()) ->
                        turn.said = user.content();
                case Event.AboutSession _,
                        Event.AboutTurn _,
                        Event.Message _,
                        Event.AboutTool _,
                        Event.AboutApproval _,
                        Event.TokensUsed _,
                        Event.Failed _,
                        Event.Unrecognized _ -> {}
            }
            return true;
        }

        Optional<LostTurns> lost() {
            turns.removeIf(turn -> !turn.isLost);
            var found = limit;
            if (found == null) {
                return Optional.empty();
            }
            return Optional.of(
                    new LostTurns(
                            found,
                            sequence,
                            turns.reversed().stream()
                                    .filter(turn -> !turn.said.isBlank())
                                    .map(Turn::lost)
                                    .toList()));
        }
    }
}
