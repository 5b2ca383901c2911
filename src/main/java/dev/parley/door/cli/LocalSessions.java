package dev.parley.door.cli;

import dev.parley.api.SessionId;
import dev.parley.door.live.LiveAction;
import dev.parley.door.live.LiveDesk;
import dev.parley.door.live.LiveRequest;
import dev.parley.door.live.Messages;
import dev.parley.event.Envelope;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.function.Consumer;

/// Live sessions in this process, for as long as the command runs.
final class LocalSessions implements SessionClient {
    private final LiveDesk desk;

    LocalSessions(LiveDesk desk) {
        this.desk = desk;
    }

    @Override
    public JsonNode start(ObjectNode request) throws InterruptedException {
        var wanted = Messages.read(request, "The request", LiveRequest.class);
        return LiveDesk.json(desk.sessions().start(wanted.toSession()));
    }

    @Override
    public JsonNode act(String session, ObjectNode action) throws InterruptedException {
        return desk.perform(SessionId.of(session), LiveAction.read(action));
    }

    @Override
    public void follow(String session, long after, Consumer<Envelope> sink)
            throws InterruptedException {
        try (var stream = desk.sessions().follow(SessionId.of(session), after)) {
            for (var next = stream.next(); next.isPresent(); next = stream.next()) {
                sink.accept(next.get().envelope());
            }
        }
    }

    @Override
    public boolean isShared() {
        return false;
    }
}
