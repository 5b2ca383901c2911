package dev.parley.session.pool;

import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveDialect;
import dev.parley.wire.LiveStep;
import dev.parley.wire.Opening;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Uses a dialect so that a fault in it ends no conversation but the one it concerns. The thread
/// that handles the connection's signals owns it.
///
/// @param name of the connection, for the log
record CarefulDialect(String name, LiveDialect dialect) {
    private static final Logger LOG = LoggerFactory.getLogger(CarefulDialect.class);

    /// A line that a dialect stumbles over must not end the conversation.
    LiveStep hear(String line) {
        try {
            return dialect.hear(line);
        } catch (RuntimeException e) {
            LOG.warn("A line of {} was not understood: {}", name, Audience.beginning(line), e);
            return LiveStep.unclaimed(line, "Parley stumbled over it");
        }
    }

    LiveStep join(String conversation, Opening opening) {
        try {
            return dialect.join(conversation, opening);
        } catch (RuntimeException e) {
            LOG.warn("{} could not begin a conversation", name, e);
            return LiveStep.report(
                    new Happening.Refused(
                            conversation, Happening.Refusal.FAILED, "Parley failed: see its log."));
        }
    }

    LiveStep say(String conversation, Action.ForAgent action) {
        try {
            return dialect.say(conversation, action);
        } catch (RuntimeException e) {
            LOG.warn("{} could not be told {}", name, action.getClass().getSimpleName(), e);
            var failed = Event.Failed.warning("Parley failed: see its log.", "not_said");
            // A turn that never begins would never end.
            return action instanceof Action.Prompt prompt
                    ? LiveStep.emit(
                            conversation,
                            failed,
                            new Event.TurnEnded(prompt.turnId(), EndReason.ERROR))
                    : LiveStep.emit(conversation, failed);
        }
    }
}
