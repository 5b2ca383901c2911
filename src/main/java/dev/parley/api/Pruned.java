package dev.parley.api;

/// What was removed from the store, or would be.
///
/// @param sessions how many of them lost their events
/// @param events how many these were
/// @param bytes how large they were
public record Pruned(int sessions, long events, long bytes) {
    public static final Pruned NOTHING = new Pruned(0, 0, 0);

    public Pruned plus(Pruned more) {
        return new Pruned(sessions + more.sessions, events + more.events, bytes + more.bytes);
    }
}
