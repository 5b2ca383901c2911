package dev.parley.api;

import java.util.Locale;

/// How far a job is.
public enum JobState {
    RUNNING,
    /// It waits for an answer of its client, or of a person.
    WAITING,
    /// It has a result, which may say that it did not work.
    DONE,
    FAILED,
    CANCELLED,
    /// The Parley that ran it is gone.
    INTERRUPTED;

    public boolean isFinal() {
        return this != RUNNING && this != WAITING;
    }

    /// As it is written outside.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
