package dev.parley.work.call;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Remembers which native session belongs to a name that a client gave a conversation, and with
/// which functions it was begun: CLIs do not take others later. In memory: a new start forgets them
/// all, and the oldest of very many are forgotten. Thread-safe.
final class CallSessions {
    private static final int MOST = 10_000;

    private record Key(String apiKey, String model, String name) {}

    private record Native(String id, String functions) {}

    private static Key key(Call call, String name) {
        return new Key(call.asker(), call.model(), name);
    }

    private final Map<Key, Native> natives =
            new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, Native> eldest) {
                    return size() > MOST;
                }
            };

    synchronized Optional<String> find(Call call) {
        var functions = FunctionBox.signature(call.functions().list());
        return call.memory()
                .known()
                .map(name -> natives.get(key(call, name)))
                .filter(known -> known.functions().equals(functions))
                .map(Native::id);
    }

    synchronized void keep(Call call, String nativeId) {
        var kept = new Native(nativeId, FunctionBox.signature(call.functions().list()));
        call.memory().keep().forEach(name -> natives.put(key(call, name), kept));
    }

    synchronized void forget(Call call) {
        call.memory().known().ifPresent(name -> natives.remove(key(call, name)));
    }
}
