package dev.parley.door.mcp;

import dev.parley.tool.CallingClient;

import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// How long each client waits for one call before it gives up, less some for the way. Clients do
/// not say it, so it is known by what they call themselves.
public final class McpPatience {
    private static final Duration USUAL = Duration.ofSeconds(45);
    private static final Map<String, Duration> KNOWN =
            Map.of("claude", Duration.ofSeconds(110), "codex", Duration.ofSeconds(240));

    private final Map<String, Duration> byName = new TreeMap<>(KNOWN);

    /// @param seconds what the user says, by a part of a client's name, the longest of which
    ///   counts; `*` is everybody else
    public McpPatience(Map<String, Integer> seconds) {
        seconds.forEach((name, value) ->
                byName.put(name.toLowerCase(Locale.ROOT), Duration.ofSeconds(value)));
    }

    public Duration of(CallingClient client) {
        var name = client.name().toLowerCase(Locale.ROOT);
        return byName.entrySet().stream()
                .filter(one -> name.contains(one.getKey()))
                .max(Comparator.comparingInt(one -> one.getKey().length()))
                .map(Map.Entry::getValue)
                .orElseGet(() -> byName.getOrDefault("*", USUAL));
    }
}
