package dev.parley.portable;

import dev.parley.event.SessionKey;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/// What is known of a conversation as a whole.
///
/// @param from the session it was read from
/// @param directory where it took place
public record Heading(
        SessionKey from,
        String title,
        @Nullable String directory,
        @Nullable String gitBranch,
        Instant started,
        Instant updated) {}
