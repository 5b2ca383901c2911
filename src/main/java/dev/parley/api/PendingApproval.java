package dev.parley.api;

import dev.parley.event.Intent;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// A question of an agent, or of Parley itself, that waits for a person.
///
/// @param requestId unique within its session only
/// @param wish what it is about, as a rule would say it: `Bash(git status)`; of a question, the
///   question
/// @param description what the agent says it is about: its words
/// @param input what the agent wants to do, where the provider tells it
/// @param intent the same in words all providers share: the command, the directory, the files
/// @param forSession what else would be allowed by allowing it for the session
/// @param options the decisions there are
/// @param canEdit the answer may bring another input
/// @param canGiveReason a refusal's reason reaches the agent
/// @param deniedAt when it is refused if nobody answers; absent when it waits for ever
/// @param byParley Parley asks, in its own words; no agent can say that of a question
public record PendingApproval(
        SessionId session,
        String requestId,
        String provider,
        Path cwd,
        String toolName,
        String wish,
        String description,
        @Nullable JsonNode input,
        Intent intent,
        @Nullable String forSession,
        List<String> options,
        boolean canEdit,
        boolean canGiveReason,
        Instant askedAt,
        @Nullable Instant deniedAt,
        boolean byParley) {
    public PendingApproval {
        options = options == null ? List.of() : List.copyOf(options);
    }

    public ApprovalId id() {
        return new ApprovalId(session, requestId);
    }

    /// A question that came, or that was answered or withdrawn.
    public record Change(PendingApproval approval, boolean isOpen) {}
}
