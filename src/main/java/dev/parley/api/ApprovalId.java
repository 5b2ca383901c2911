package dev.parley.api;

import dev.parley.base.problem.Problem;

/// The name of one question of an agent among those of all sessions: `session:request`.
///
/// @param requestId the provider's; unique within its session only
public record ApprovalId(SessionId session, String requestId) {
    /// Reads an id that comes from outside.
    public static ApprovalId of(String text) {
        var colon = text.indexOf(':');
        if (colon < 0) {
            throw Problem.notFound(
                    "\"" + text + "\" is no id of an approval.",
                    "`parley approvals` and GET /api/approvals list them.");
        }
        return new ApprovalId(SessionId.of(text.substring(0, colon)), text.substring(colon + 1));
    }

    @Override
    public String toString() {
        return session + ":" + requestId;
    }
}
