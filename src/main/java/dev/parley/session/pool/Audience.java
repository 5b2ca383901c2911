package dev.parley.session.pool;

import dev.parley.event.Event;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveStep;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.HashMap;
import java.util.Map;

/// The owners of a connection's conversations, which are told what happens in them. The thread that
/// handles the connection's signals owns it, and waits for them.
final class Audience {
    private static final Logger LOG = LoggerFactory.getLogger(Audience.class);

    /// As much of a line as a log should have.
    private static final int LOGGED = 500;

    private final String name;
    private final Map<String, Connection.Listener> listeners = new HashMap<>();

    /// @param name of the connection, for the log
    Audience(String name) {
        this.name = name;
    }

    void add(String conversation, Connection.Listener listener) {
        listeners.put(conversation, listener);
    }

    boolean has(String conversation) {
        return listeners.containsKey(conversation);
    }

    /// @return whether it was there
    boolean remove(String conversation) {
        return listeners.remove(conversation) != null;
    }

    /// @param size of the line that was the reason; each happening has its share of it
    void report(LiveStep step, int size) throws InterruptedException {
        var share = size / Math.max(1, step.happenings().size());
        for (var happening : step.happenings()) {
            switch (happening) {
                case Happening.Joined joined -> report(joined.conversation(), joined, share);
                case Happening.Ready ready -> report(ready.conversation(), ready, share);
                case Happening.Refused refused -> {
                    report(refused.conversation(), refused, share);
                    listeners.remove(refused.conversation());
                }
                case Happening.Said said -> report(said.conversation(), said, share);
                case Happening.Offered offered -> report(offered.conversation(), offered, share);
                case Happening.ToolAsked asked -> report(asked.conversation(), asked, share);
                case Happening.ToolDropped dropped ->
                        report(dropped.conversation(), dropped, share);
                case Happening.Unclaimed unclaimed -> keep(unclaimed);
            }
        }
    }

    private void report(String conversation, Happening happening, int size)
            throws InterruptedException {
        var listener = listeners.get(conversation);
        if (listener != null) {
            listener.report(conversation, happening, size);
        }
    }

    /// Never lost: in the one conversation there is, or else in the log.
    private void keep(Happening.Unclaimed unclaimed) throws InterruptedException {
        var line = unclaimed.line();
        if (listeners.size() == 1) {
            var only = listeners.keySet().iterator().next();
            var event = new Event.Unrecognized(line, unclaimed.reason());
            report(only, new Happening.Said(only, event), line.length());
        } else {
            LOG.info(
                    "{} wrote a line nobody claims ({}): {}",
                    name,
                    unclaimed.reason(),
                    beginning(line));
        }
    }

    /// As much of it as a log should have.
    static String beginning(String line) {
        return line.length() > LOGGED ? line.substring(0, LOGGED) + "…" : line;
    }

    void reportEnding(ProcessEnd how) throws InterruptedException {
        for (var each : Map.copyOf(listeners).entrySet()) {
            each.getValue().ending(each.getKey(), how);
        }
    }

    void reportGone(ProcessEnd how) throws InterruptedException {
        for (var each : Map.copyOf(listeners).entrySet()) {
            each.getValue().gone(each.getKey(), how);
        }
    }
}
