package dev.parley.work.room;

import dev.parley.api.Agent;
import dev.parley.api.Room;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.room.Order;
import dev.parley.room.RoomPrompt;
import dev.parley.room.RoomView;
import dev.parley.room.Tokens;
import dev.parley.store.RoomStore;
import dev.parley.store.RoomStore.Seat;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Takes one turn of an agent: finds its thread, tells it what is new, and notes how far it has
/// heard. A thread that is lost, or that was started as somebody else, begins anew with the
/// transcript. A turn that fails by itself is tried once more. Thread-safe.
final class RoomTurns {
    /// No agent is told of more messages than these.
    private static final int MOST_MESSAGES = 500;

    private final RoomStore store;
    private final Agents agents;
    private final Speakers speakers;

    RoomTurns(RoomStore store, Agents agents, Speakers speakers) {
        this.store = store;
        this.agents = agents;
        this.speakers = speakers;
    }

    /// The agents of a room need their threads no more.
    void leave(List<Seat> seats) {
        seats.stream()
                .map(Seat::session)
                .filter(session -> session != null)
                .forEach(speakers::leave);
    }

    /// @param upTo the number of the last message that it may see
    Spoken take(Room room, Order order, long upTo, TurnListener listener)
            throws InterruptedException {
        Agent agent;
        Speaker speaker;
        try {
            agent = agents.named(order.agent());
            speaker = speakers.of(agent);
        } catch (Problem problem) {
            var why = problem.message() + " " + problem.remedy();
            return Spoken.failed(null, Optional.empty(), why, false);
        }
        var spoken = once(room, order, upTo, agent, speaker, listener);
        return spoken.failure().isPresent() && spoken.mayPass()
                ? once(room, order, upTo, agent, speaker, listener)
                : spoken;
    }

    private Spoken once(
            Room room, Order order, long upTo, Agent agent, Speaker speaker, TurnListener listener)
            throws InterruptedException {
        var seat = store.seat(room.name(), agent.name());
        var fingerprint = speaker.fingerprint(room, agent);
        var known = seat.filter(it -> it.fingerprint().equals(fingerprint) && it.session() != null);
        if (known.isEmpty() && seat.isPresent() && seat.get().session() != null) {
            speakers.leave(seat.get().session()); // it was somebody else
        }
        var sent = seat.map(Seat::sentTokens).orElse(0L);
        try {
            return told(room, order, upTo, agent, speaker, known, sent, listener);
        } catch (Speaker.ThreadLost _) {
            return told(room, order, upTo, agent, speaker, Optional.empty(), sent, listener);
        }
    }

    private Spoken told(
            Room room,
            Order order,
            long upTo,
            Agent agent,
            Speaker speaker,
            Optional<Seat> known,
            long sent,
            TurnListener listener)
            throws InterruptedException {
        var seen = known.map(Seat::seen).orElse(0L);
        var messages =
                store.newest(room.name(), seen, MOST_MESSAGES).stream()
                        .filter(message -> message.number() <= upTo)
                        .toList();
        var view = RoomView.of(room, agent.name(), messages, known.isEmpty());
        // One that begins anew has nothing but what it is told now.
        var shown =
                known.isEmpty()
                        ? new Order(order.agent(), order.phase(), order.cue(), true)
                        : order;
        var prompt = RoomPrompt.turn(room, agent, shown, view);
        var identity = RoomPrompt.identity(agent, room.project() != null);
        var fingerprint = speaker.fingerprint(room, agent);
        var tokens = sent + Tokens.about(prompt) + (known.isEmpty() ? Tokens.about(identity) : 0);
        var thread =
                new Threads(
                        room.name(),
                        agent.name(),
                        seen,
                        fingerprint,
                        tokens,
                        known.map(Seat::session).orElse(""),
                        listener);
        var spoken =
                speaker.speak(
                        new Speaker.Task(
                                room,
                                agent,
                                known.map(Seat::session),
                                identity,
                                prompt,
                                shown.showsNew() ? images(room, view.pictured()) : List.of()),
                        thread);
        if (spoken.failure().isEmpty()) {
            store.put(
                    new Seat(
                            room.name(),
                            agent.name(),
                            spoken.session(),
                            upTo,
                            fingerprint,
                            tokens));
        }
        return spoken;
    }

    /// Only those that are shown are read.
    private List<Action.Image> images(Room room, List<Long> messages) throws InterruptedException {
        var images = new ArrayList<Action.Image>();
        for (var number : messages) {
            store.after(room.name(), number - 1, 1).forEach(it -> images.addAll(it.images()));
        }
        return images;
    }

    /// Keeps the thread as soon as there is one, so that one that is cut off goes on where it was.
    private final class Threads implements TurnListener {
        private final String room;
        private final String agent;
        private final long seen;
        private final String fingerprint;
        private final long tokens;
        private final TurnListener listener;
        private String session;

        Threads(
                String room,
                String agent,
                long seen,
                String fingerprint,
                long tokens,
                String session,
                TurnListener listener) {
            this.room = room;
            this.agent = agent;
            this.seen = seen;
            this.fingerprint = fingerprint;
            this.tokens = tokens;
            this.session = session;
            this.listener = listener;
        }

        @Override
        public void began(String now) {
            if (!now.isEmpty() && !now.equals(session)) {
                session = now;
                try {
                    store.put(new Seat(room, agent, now, seen, fingerprint, tokens));
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
            }
            listener.began(now);
        }

        @Override
        public void wrote(String piece) {
            listener.wrote(piece);
        }

        @Override
        public void thought(String piece) {
            listener.thought(piece);
        }

        @Override
        public void called(String callId, String tool, JsonNode arguments) {
            listener.called(callId, tool, arguments);
        }

        @Override
        public void returned(String callId, boolean isError) {
            listener.returned(callId, isError);
        }
    }
}
