package dev.parley.api;

import java.time.Duration;

/// How much of the past of live sessions is kept, as far as the CLIs' own files have it anyway.
///
/// @param age what was not touched for so long goes; zero: nothing does
/// @param bytes when all events together are larger, the oldest go; zero: there is no limit
public record Retention(Duration age, long bytes) {
    /// Without a limit of age.
    public Retention whateverItsAge() {
        return new Retention(Duration.ZERO, bytes);
    }
}
