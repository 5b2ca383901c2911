package dev.parley.work.conversation;

import dev.parley.base.json.Json;
import dev.parley.store.ConversationKey;
import dev.parley.store.ConversationStore;
import dev.parley.store.ConversationStore.NativeSession;
import dev.parley.store.ConversationStore.Role;
import dev.parley.store.ConversationStore.Said;
import dev.parley.store.ConversationStore.Turn;
import dev.parley.work.advice.Summarizer;

import tools.jackson.databind.node.ObjectNode;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Remembers conversations across tools, and tells whoever joins one what it has missed. What is
/// told is not remembered as words of the user. Thread-safe.
public final class Conversations {
    private static final String CONDENSE =
            "Summarize this conversation between a user and several agents for an agent that is"
                    + " to go on with it. Keep names of files, decisions, open questions and what"
                    + " each agent found or changed. At most 1500 words.";

    private final ConversationStore store;
    private final Summarizer summarizer;
    private final Clock clock;

    public Conversations(ConversationStore store, Summarizer summarizer, Clock clock) {
        this.store = store;
        this.summarizer = summarizer;
        this.clock = clock;
    }

    public ConversationStore store() {
        return store;
    }

    /// What somebody has missed: whole if it is short enough, else as a summary, else its end.
    ///
    /// @param known the number of the last turn that is known
    public Earlier earlier(ConversationKey key, long known) throws InterruptedException {
        return earlier(key, known, Long.MAX_VALUE);
    }

    /// @param until the number of the first turn that is not told
    public Earlier earlier(ConversationKey key, long known, long until)
            throws InterruptedException {
        var missed =
                store.turns(key, known).stream().filter(turn -> turn.number() < until).toList();
        var whole = Earlier.whole(missed);
        if (whole.fits()) {
            return whole;
        }
        var condensed = condensed(key, missed, whole);
        return condensed.isPresent() ? condensed.get() : Earlier.cut(missed);
    }

    /// All that was said, as text.
    public String told(List<Turn> turns) {
        return Earlier.whole(turns).text();
    }

    private Optional<Earlier> condensed(ConversationKey key, List<Turn> missed, Earlier whole)
            throws InterruptedException {
        return missed.isEmpty()
                ? Optional.empty()
                : summarizer
                        .summarize(key.project(), CONDENSE, whole.text())
                        .map(Earlier::condensed)
                        .filter(Earlier::fits);
    }

    /// What the user said to a provider.
    ///
    /// @return the number of the turn
    public long asked(
            ConversationKey key, String tool, String provider, String words, ObjectNode metadata)
            throws InterruptedException {
        return append(key, new Said(tool, Role.USER, words, metadata, provider, Optional.empty()));
    }

    public long answered(
            ConversationKey key,
            String tool,
            String provider,
            Optional<String> nativeId,
            String words,
            ObjectNode metadata)
            throws InterruptedException {
        return append(key, new Said(tool, Role.ASSISTANT, words, metadata, provider, nativeId));
    }

    /// What came instead of an answer. The thread may be interrupted: it is stored all the same.
    public void failed(
            ConversationKey key, String tool, String provider, String partial, String error) {
        var wasInterrupted = Thread.interrupted();
        try {
            answered(
                    key,
                    tool,
                    provider,
                    Optional.empty(),
                    partial,
                    Json.object().put("status", "failed").put("error", error));
        } catch (InterruptedException _) {
            wasInterrupted = true;
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private long append(ConversationKey key, Said said) throws InterruptedException {
        return store.append(key, said, Instant.now(clock));
    }

    public Optional<NativeSession> nativeSession(ConversationKey key, String provider)
            throws InterruptedException {
        return store.nativeSession(key, provider);
    }

    public void bind(ConversationKey key, NativeSession session) throws InterruptedException {
        store.bind(key, session);
    }

    public void unbind(ConversationKey key, String provider) throws InterruptedException {
        store.unbind(key, provider);
    }
}
