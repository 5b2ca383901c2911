package dev.parley.sessionfile;

/// Takes what a [StoredReader] finds.
public interface StoredSink {
    /// What came of this session from this file before is void; it is told again from its start.
    default void restart(String nativeId) {}

    /// Where the line begins that the events after this come from; told of files of plain lines
    /// only.
    default void line(long offset) {}

    void event(StoredEvent event);

    /// What is known of a session now; told after its events, whenever something was read.
    default void session(StoredFacts session) {}
}
