package dev.parley.tool;

import dev.parley.api.SessionId;

import java.nio.file.Path;
import java.util.Optional;

/// The agent behind a call.
///
/// @param session the session that it answers; absent for a single turn
/// @param project the repository it works in, or the directory where there is none
/// @param link what an agent that works for others is known by
public record ToolCaller(
        String provider, Optional<SessionId> session, Path project, Optional<String> link) {
    public ToolCaller(String provider, Optional<SessionId> session, Path project) {
        this(provider, session, project, Optional.empty());
    }

    public ToolCaller linked(String id) {
        return new ToolCaller(provider, session, project, Optional.of(id));
    }
}
