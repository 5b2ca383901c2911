package dev.parley.work;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Which native session belongs to a name that an asker gave a conversation. In memory: after a new
/// start, and for the oldest of very many, the agent is told the whole conversation again.
/// Thread-safe.
final class CallSessions {
    private static final int MOST = 10_000;

    private record Key(String model, String session) {}

    private final Map<Key, String> natives =
            new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, String> eldest) {
                    return size() > MOST;
                }
            };

    synchronized Optional<String> find(Call call) {
        return key(call).map(natives::get);
    }

    synchronized void keep(Call call, String nativeId) {
        key(call).ifPresent(key -> natives.put(key, nativeId));
    }

    synchronized void forget(Call call) {
        key(call).ifPresent(natives::remove);
    }

    private static Optional<Key> key(Call call) {
        return call.session().map(session -> new Key(call.model(), session));
    }
}
