package dev.parley.work.agent;

import dev.parley.work.advice.Cost;

import java.util.List;
import java.util.Optional;

/// What several models came to.
///
/// @param text the result, in the format that was asked for
/// @param isAgreed whether all who looked at it last agreed; absent if nobody looked
/// @param objections what those who did not agree said
/// @param contributions everything that was said on the way
/// @param skipped those who failed, and why
public record GroupResult(
        String text,
        String synthesisModel,
        Optional<Boolean> isAgreed,
        List<Contribution> objections,
        List<Contribution> contributions,
        List<Skipped> skipped,
        Cost cost,
        Optional<String> sessionId) {
    public GroupResult {
        objections = List.copyOf(objections);
        contributions = List.copyOf(contributions);
        skipped = List.copyOf(skipped);
    }

    /// @param part of the conversation: discussion, answer, review, synthesis or validation
    public record Contribution(String model, String part, String text) {}

    public record Skipped(String model, String reason) {}
}
