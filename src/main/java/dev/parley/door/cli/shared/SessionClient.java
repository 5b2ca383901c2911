package dev.parley.door.cli.shared;

import dev.parley.api.Accepted;
import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.event.Action;
import dev.parley.event.Envelope;
import dev.parley.event.Offer;

import java.util.function.Consumer;

/// Where a command asks for live sessions: in this process, or in the server that runs already.
public interface SessionClient {
    SessionInfo start(NewSession request) throws InterruptedException;

    Accepted ask(SessionId session, Action action) throws InterruptedException;

    /// Hands on everything after a number, then everything that happens. Blocks until it is
    /// interrupted or Parley goes down.
    void follow(SessionId session, long after, Consumer<Envelope> sink) throws InterruptedException;

    /// What its CLI tells of itself.
    Offer offer(SessionId session) throws InterruptedException;

    /// Others can see its sessions and answer their questions.
    boolean isShared();
}
