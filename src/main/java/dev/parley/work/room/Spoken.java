package dev.parley.work.room;

import dev.parley.event.Usage;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/// What came of asking an agent.
///
/// @param session its live session, if it has one
/// @param failure why it said nothing
/// @param mayPass whether asking again could help
record Spoken(
        String text,
        @Nullable String session,
        Optional<Usage> usage,
        Optional<String> failure,
        boolean mayPass) {
    static Spoken failed(
            @Nullable String session, Optional<Usage> usage, String why, boolean mayPass) {
        return new Spoken("", session, usage, Optional.of(why), mayPass);
    }
}
