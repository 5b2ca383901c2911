package dev.parley.work.room;

import dev.parley.api.RoomEvent;
import dev.parley.api.RoomFeed;
import dev.parley.api.RoomMember;
import dev.parley.api.RoomMessage;
import dev.parley.store.RoomStore;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// Those who watch rooms. A room that another Parley runs is looked at again and again.
/// Thread-safe.
final class RoomFollowers {
    private static final int CAPACITY = 4096;
    private static final int PAGE = 200;
    private static final long LOOK_AGAIN_MILLIS = 500;

    private final RoomStore store;
    private final Function<String, List<RoomMember>> members;
    private final Map<String, List<Feed>> feeds = new ConcurrentHashMap<>();

    /// @param members how they stand now
    RoomFollowers(RoomStore store, Function<String, List<RoomMember>> members) {
        this.store = store;
        this.members = members;
    }

    void publish(String room, RoomEvent event) {
        feeds.getOrDefault(room, List.of()).forEach(feed -> feed.offer(event));
    }

    RoomFeed follow(String room, long after) {
        var feed = new Feed(room, after);
        feeds.computeIfAbsent(room, _ -> new CopyOnWriteArrayList<>()).add(feed);
        return feed;
    }

    private final class Feed implements RoomFeed {
        private final String room;
        private final BlockingQueue<RoomEvent> live = new LinkedBlockingQueue<>(CAPACITY);
        private final Deque<RoomEvent> stored = new ArrayDeque<>();
        private long last;
        private boolean isCaughtUp;
        private volatile boolean isClosed;
        private volatile boolean isTooSlow;

        Feed(String room, long after) {
            this.room = room;
            last = after;
        }

        void offer(RoomEvent event) {
            if (!live.offer(event)) {
                isTooSlow = true;
                close();
            }
        }

        @Override
        public Optional<RoomEvent> next() throws InterruptedException {
            while (!isClosed) {
                if (!isCaughtUp && stored.isEmpty()) {
                    catchUp();
                }
                var next = stored.poll();
                if (next == null) {
                    next = live.poll(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
                }
                if (next == null) {
                    look();
                } else if (!(next instanceof RoomEvent.Posted(var message))) {
                    return Optional.of(next);
                } else if (message.number() == last + 1) {
                    last++;
                    return Optional.of(next);
                } else if (message.number() > last) {
                    look(); // another Parley has written in between
                }
            }
            return Optional.empty();
        }

        /// What was said before, then how the room stands.
        private void catchUp() throws InterruptedException {
            look();
            if (stored.isEmpty()) {
                isCaughtUp = true;
                var known = store.find(room);
                known.ifPresent(it -> stored.add(new RoomEvent.Changed(it)));
                for (var member : members.apply(room)) {
                    if (!member.state().equals("idle")) {
                        stored.add(
                                new RoomEvent.Member(
                                        member.name(), member.state(), member.session()));
                    }
                    if (member.writing() != null) {
                        stored.add(new RoomEvent.Piece(member.name(), member.writing()));
                    }
                }
            }
        }

        private void look() throws InterruptedException {
            for (RoomMessage message : store.after(room, last, PAGE)) {
                stored.add(new RoomEvent.Posted(message));
            }
        }

        @Override
        public boolean wasTooSlow() {
            return isTooSlow;
        }

        @Override
        public void close() {
            isClosed = true;
            feeds.getOrDefault(room, List.of()).remove(this);
        }
    }
}
