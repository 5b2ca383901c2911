package dev.parley.tool;

import dev.parley.api.Subscription;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Calls that go on by themselves and are asked for later. Thread-safe.
public interface McpTasks {
    /// What is to be done.
    ///
    /// @param owner who may ask for it
    /// @param place where its client works: the same words mean something else elsewhere
    /// @param tool its name, and with what arguments it was called
    record Order(String owner, String place, String tool, JsonNode arguments) {}

    /// Keeps an order and begins it. A call that is repeated while nobody has had the answer yet
    /// finds what it began before.
    ///
    /// @param client who calls; the work may outlive it
    /// @return the task, kept already
    McpTask start(Order order, McpTools.Work work, CallingClient client)
            throws InterruptedException;

    /// @return nothing when there is none, or it is somebody else's
    Optional<McpTask> find(String owner, String id) throws InterruptedException;

    /// Waits until a task is done or asks for something, or the time is over.
    ///
    /// @param known what it has asked for before: that alone is nothing new
    McpTask await(String owner, String id, Set<String> known, Duration patience)
            throws InterruptedException;

    /// Gives answers to what a task has asked for; others are ignored.
    void answer(String owner, String id, Map<String, JsonNode> answers) throws InterruptedException;

    /// Ends one that is not done.
    void cancel(String owner, String id) throws InterruptedException;

    /// Notes that somebody can ask for it by its id: it goes on when nobody waits.
    void handedOut(String owner, String id);

    /// Somebody does not wait for it any more. It ends, unless others wait or can ask for it.
    void abandon(String owner, String id) throws InterruptedException;

    /// Notes that its owner has had the answer.
    void delivered(String owner, String id) throws InterruptedException;

    /// Reports every change. The listener must not wait.
    Subscription onChange(Consumer<McpTask> listener);
}
