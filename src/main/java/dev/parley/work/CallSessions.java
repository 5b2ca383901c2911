package dev.parley.work;

import dev.parley.api.ApiKey;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Remembers which native session belongs to a name that a client gave a conversation. In memory: a
/// new start forgets them all, and the oldest of very many are forgotten. Thread-safe.
final class CallSessions {
    private static final int MOST = 10_000;

    private record Key(String apiKey, String model, String name) {}

    private static Key key(Call call, String name) {
        return new Key(call.key().map(ApiKey::name).orElse(""), call.model(), name);
    }

    private final Map<Key, String> natives =
            new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, String> eldest) {
                    return size() > MOST;
                }
            };

    synchronized Optional<String> find(Call call) {
        return call.memory().known().map(name -> natives.get(key(call, name)));
    }

    synchronized void keep(Call call, String nativeId) {
        call.memory().keep().forEach(name -> natives.put(key(call, name), nativeId));
    }

    synchronized void forget(Call call) {
        call.memory().known().ifPresent(name -> natives.remove(key(call, name)));
    }
}
