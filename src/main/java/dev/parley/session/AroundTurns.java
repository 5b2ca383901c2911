package dev.parley.session;

import dev.parley.base.problem.Problem;
import dev.parley.event.Event;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

/// What happens beside the turns of a conversation: what its agent is told before a prompt, and who
/// looks at the files. Nothing here keeps a turn from going on. Its session's thread owns it.
final class AroundTurns {
    private static final Logger LOG = LoggerFactory.getLogger(AroundTurns.class);

    private final SessionHost host;
    private final SessionRecord record;

    AroundTurns(SessionHost host, SessionRecord record) {
        this.host = host;
        this.record = record;
    }

    /// What to put before the prompt. A store that does not answer is no reason to keep the prompt
    /// back: it is told next time.
    String note() throws InterruptedException {
        try {
            return host.notes().before(record.stored().id());
        } catch (Problem problem) {
            LOG.warn("A session is not told what it waits for: {}", problem.message());
            return "";
        }
    }

    void heard() throws InterruptedException {
        try {
            host.notes().heard(record.stored().id());
        } catch (Problem problem) {
            LOG.warn("A session will be told the same again: {}", problem.message());
        }
    }

    /// Somebody looks at the files before they are changed.
    ///
    /// @param hasBegun the agent began the turn by itself
    void begins(String turnId, boolean hasBegun) throws InterruptedException {
        var stored = record.stored();
        var notice = host.watch().begins(stored.id(), turnId, stored.asked().cwd(), hasBegun);
        if (notice.isPresent()) {
            record.publish(Event.Failed.warning(notice.get(), "checkpoint"));
        }
    }

    /// The agent calls a tool with these arguments.
    void says(JsonNode arguments) {
        host.watch().says(record.stored().id(), arguments.toString());
    }

    void ended(String turnId) {
        host.watch().ended(turnId);
    }
}
