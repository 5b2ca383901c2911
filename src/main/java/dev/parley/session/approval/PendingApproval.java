package dev.parley.session.approval;

import dev.parley.api.SessionId;
import dev.parley.event.Event;
import dev.parley.event.Intent;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// A question of an agent that waits for a person.
///
/// @param requestId unique within its session only
/// @param description the agent's own words
/// @param input what the agent wants to do, where the provider reports it
/// @param intent the same in words all providers share: the command, the directory, the files
/// @param forSession what else would be allowed by allowing it for the session
/// @param options the decisions there are
/// @param canEdit the answer may bring another input
/// @param canGiveReason a refusal's reason reaches the agent
/// @param deniedAt when it is refused if nobody answers; absent when it waits for ever
public record PendingApproval(
        SessionId session,
        String requestId,
        String provider,
        Path cwd,
        String toolName,
        String description,
        @Nullable JsonNode input,
        Intent intent,
        @Nullable String forSession,
        List<String> options,
        boolean canEdit,
        boolean canGiveReason,
        Instant askedAt,
        @Nullable Instant deniedAt) {
    public PendingApproval {
        options = List.copyOf(options);
    }

    /// What it is about, in the form of a rule: `Bash(git status)`. A question is shown as it is; a
    /// command that runs elsewhere than the session, with its directory.
    public String wish() {
        var asked = new Event.ApprovalRequested(requestId, toolName, description, input, options);
        if (asked.asksForValues()) {
            return toolName + ": " + description;
        }
        if (input == null) {
            return toolName + ", in its own words: " + description;
        }
        var isElsewhere = intent.command() != null && !intent.directory().equals(cwd.toString());
        return toolName
                + "("
                + new ApprovalSubject(toolName, intent, input, cwd).text()
                + ")"
                + (isElsewhere ? " in " + intent.directory() : "");
    }
}
