package dev.parley.door.openai;

import dev.parley.api.ApiKey;
import dev.parley.work.call.ChatMessage;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What was said in responses, by the ids of the items: clients refer to them instead of sending
/// them again. In memory: a new start forgets them all, and the oldest of very many are forgotten.
/// Thread-safe.
final class ResponseItems {
    private static final int MOST = 10_000;
    private static final long MOST_LETTERS = 16L * 1024 * 1024;

    private record Key(String apiKey, String id) {
        static Key of(Optional<ApiKey> key, String id) {
            return new Key(key.map(ApiKey::name).orElse(""), id);
        }
    }

    private final Map<Key, ChatMessage> items = new LinkedHashMap<>();
    private long letters;

    synchronized void keep(Optional<ApiKey> key, String id, ChatMessage message) {
        items.put(Key.of(key, id), message);
        letters += message.text().length();
        var oldest = items.values().iterator();
        while (items.size() > MOST || letters > MOST_LETTERS) {
            letters -= oldest.next().text().length();
            oldest.remove();
        }
    }

    synchronized Optional<ChatMessage> find(Optional<ApiKey> key, String id) {
        return Optional.ofNullable(items.get(Key.of(key, id)));
    }
}
