package dev.parley.api;

import dev.parley.event.Offer;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// What is known of a session, live or not.
///
/// @param ref the name it was asked for by
/// @param summary as lists show it
/// @param hasFile whether the CLI's own file of it is there
/// @param live as it is here now
/// @param usage what all of it used, as far as the CLI's file tells
/// @param context how full its model's memory is, where its CLI tells that
/// @param actions what a person can do with it: `resume`, `fork`, `handover`, `ticket`, `export`
public record SessionFacts(
        String ref,
        SessionSummary summary,
        boolean hasFile,
        @Nullable SessionInfo live,
        @Nullable UsageTotals usage,
        @Nullable Mark mark,
        Offer.@Nullable Context context,
        List<String> actions) {
    public SessionFacts {
        actions = List.copyOf(actions);
    }
}
