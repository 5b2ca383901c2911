package dev.parley.door.mcp;

import dev.parley.api.EventFeed;
import dev.parley.api.LoggedEvent;
import dev.parley.api.SessionId;
import dev.parley.base.json.Json;
import dev.parley.work.LiveSessions;

import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Reads on in a live session for a client that asks again and again. It waits for something to
/// happen, and not much longer.
final class SessionFollower {
    /// What happens right behind the first event comes with it.
    private static final Duration TOGETHER = Duration.ofMillis(100);

    /// What has happened already is there, and only has to be read.
    private static final Duration READING = Duration.ofSeconds(10);

    private static final int LONGEST_EVENT = 20_000;

    private final LiveSessions live;

    SessionFollower(LiveSessions live) {
        this.live = live;
    }

    ObjectNode follow(SessionId id, long after, Duration wait, int limit)
            throws InterruptedException {
        var info = live.info(id);
        var events = events(id, after, wait, limit, info.lastSequence());
        var now = live.info(id);
        var json =
                Json.object()
                        .put("session_id", id.toString())
                        .put("state", now.state().name().toLowerCase(Locale.ROOT))
                        .put("approvals", now.approvals());
        var list = json.putArray("events");
        events.forEach(event -> list.add(shown(event)));
        return json.put("next", events.isEmpty() ? after : events.getLast().sequence());
    }

    private List<LoggedEvent> events(SessionId id, long after, Duration wait, int limit, long last)
            throws InterruptedException {
        var found = new ArrayList<LoggedEvent>();
        var queue = new LinkedBlockingQueue<LoggedEvent>(limit);
        try (var feed = live.follow(id, after)) {
            var reader = Thread.ofVirtual().name("follow-" + id).start(() -> read(feed, queue));
            try {
                var patience = after < last ? wait.plus(READING) : wait;
                while (found.size() < limit) {
                    var next = queue.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
                    if (next == null) {
                        break;
                    }
                    found.add(next);
                    // What has happened already is read to its end.
                    patience = next.sequence() < last ? wait.plus(READING) : TOGETHER;
                }
            } finally {
                reader.interrupt();
            }
        }
        return found;
    }

    private static void read(EventFeed feed, LinkedBlockingQueue<LoggedEvent> queue) {
        try {
            for (var next = feed.next(); next.isPresent(); next = feed.next()) {
                queue.put(next.get());
            }
        } catch (InterruptedException _) {
            // Enough was read.
        }
    }

    /// A large event is shortened: it would fill the memory of a model.
    private static ObjectNode shown(LoggedEvent event) {
        var json = event.json();
        return json.length() > LONGEST_EVENT
                ? Json.object()
                        .put("sequenceNumber", event.sequence())
                        .put("shortened", json.substring(0, LONGEST_EVENT))
                : (ObjectNode) Json.parseOwn(json).orElseGet(Json::object);
    }
}
