package dev.parley.store;

import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What is kept of conversations across tools: who said what, and which native session of each
/// provider belongs to it. Every method is one transaction. Calls wait for the store. Thread-safe.
public interface ConversationStore {
    /// Who said something.
    enum Role {
        USER,
        ASSISTANT
    }

    /// What was said, before it has a number.
    ///
    /// @param tool the verb it was said to or by
    /// @param metadata what else is known of it, such as its cost
    /// @param provider the provider or API that said it, or that it was said to
    /// @param nativeId the provider's own session, if it has one
    record Said(
            String tool,
            Role role,
            String content,
            ObjectNode metadata,
            String provider,
            Optional<String> nativeId) {}

    /// @param number counts up from 1 in each conversation
    record Turn(long number, Instant at, Said said) {}

    /// The session a provider has for a conversation.
    ///
    /// @param known the number of the last turn that it has heard of
    record NativeSession(String provider, String nativeId, long known) {}

    record Summary(
            ConversationKey key, Instant createdAt, Instant updatedAt, long turns, String title) {}

    record Found(ConversationKey key, Turn turn) {}

    /// @return the number of the turn
    long append(ConversationKey key, Said said, Instant at) throws InterruptedException;

    /// All of them, the oldest first.
    default List<Turn> turns(ConversationKey key) throws InterruptedException {
        return turns(key, 0);
    }

    /// Those after a number, the oldest first.
    List<Turn> turns(ConversationKey key, long after) throws InterruptedException;

    Optional<NativeSession> nativeSession(ConversationKey key, String provider)
            throws InterruptedException;

    /// Remembers a session, instead of the one that was known.
    void bind(ConversationKey key, NativeSession session) throws InterruptedException;

    void unbind(ConversationKey key, String provider) throws InterruptedException;

    Optional<Summary> find(ConversationKey key) throws InterruptedException;

    /// Those of a project, the last used first.
    ///
    /// @param text only those in which this was said
    List<Summary> list(Path project, Optional<String> text, int limit) throws InterruptedException;

    /// Turns with all of these words in them, the newest first.
    List<Found> search(Path project, List<String> words, int limit) throws InterruptedException;
}
