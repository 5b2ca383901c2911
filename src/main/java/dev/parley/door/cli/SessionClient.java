package dev.parley.door.cli;

import dev.parley.event.Envelope;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.function.Consumer;

/// Where a command asks for live sessions: in this process, or in the server that runs already. The
/// JSON is that of `/api/live`.
interface SessionClient {
    JsonNode start(ObjectNode request) throws InterruptedException;

    JsonNode act(String session, ObjectNode action) throws InterruptedException;

    /// Hands on everything after a number, then everything that happens. Blocks until it is
    /// interrupted or Parley goes down.
    void follow(String session, long after, Consumer<Envelope> sink) throws InterruptedException;

    /// Others can see its sessions and answer their questions.
    boolean isShared();
}
