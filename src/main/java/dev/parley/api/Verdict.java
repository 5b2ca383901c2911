package dev.parley.api;

import dev.parley.event.Action.Decision;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/// A person's answer to a [PendingApproval].
///
/// @param reason why it is refused; told to the agent where the provider can
/// @param input what to do instead of what the agent wanted; only where the provider can
public record Verdict(Decision decision, @Nullable String reason, @Nullable JsonNode input) {
    public static Verdict allow() {
        return new Verdict(Decision.ALLOW, null, null);
    }

    public static Verdict allowForSession() {
        return new Verdict(Decision.ALLOW_FOR_SESSION, null, null);
    }

    public static Verdict deny(@Nullable String reason) {
        return new Verdict(Decision.DENY, reason, null);
    }
}
