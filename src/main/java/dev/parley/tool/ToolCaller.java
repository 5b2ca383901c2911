package dev.parley.tool;

import dev.parley.api.SessionId;

import java.nio.file.Path;
import java.util.Optional;

/// The agent behind a call.
///
/// @param session the session that it answers; absent for a single turn
/// @param project the repository it works in, or the directory where there is none
public record ToolCaller(String provider, Optional<SessionId> session, Path project) {}
