package dev.parley.work.agent;

import dev.parley.event.SessionKey;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;
import dev.parley.store.ConversationKey;
import dev.parley.store.ConversationStore.NativeSession;
import dev.parley.work.conversation.Conversations;
import dev.parley.work.move.BetweenHomes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Optional;

/// The session in which an agent goes on with a conversation: its own, else that of the agent who
/// was asked last, brought over with its calls and their results. Who has neither is told what was
/// said in words. Thread-safe.
public final class NativeSessions {
    private final Conversations conversations;
    private final Providers providers;
    private final AgentHomes homes;
    private final BetweenHomes between;

    public NativeSessions(
            Conversations conversations,
            Providers providers,
            AgentHomes homes,
            BetweenHomes between) {
        this.conversations = conversations;
        this.providers = providers;
        this.homes = homes;
        this.between = between;
    }

    Optional<NativeSession> of(ConversationKey key, ProviderProfile profile, String model)
            throws InterruptedException {
        var own = conversations.nativeSession(key, profile.id());
        if (own.isPresent()) {
            return own;
        }
        var last = lastOther(key, profile.id());
        if (last.isEmpty()) {
            return Optional.empty();
        }
        var session = last.get();
        var from = new SessionKey(session.provider(), session.nativeId());
        return between.bring(
                        from,
                        homes.of(key, providers.named(session.provider())),
                        profile.id(),
                        homes.of(key, profile),
                        key.project(),
                        model)
                .map(id -> new NativeSession(profile.id(), id, session.known()));
    }

    /// Whoever has heard most.
    private Optional<NativeSession> lastOther(ConversationKey key, String provider)
            throws InterruptedException {
        var found = new ArrayList<NativeSession>();
        for (var id : providers.ids()) {
            if (!id.equals(provider)) {
                conversations.nativeSession(key, id).ifPresent(found::add);
            }
        }
        return found.stream().max(Comparator.comparingLong(NativeSession::known));
    }
}
