package dev.parley.door.mcp;

import dev.parley.work.HistoryVerbs;
import dev.parley.work.Jobs;
import dev.parley.work.LiveSessions;
import dev.parley.work.ProjectHistory;
import dev.parley.work.agent.AgentVerbs;

/// What the tools ask of Parley.
///
/// @param history of all CLIs
/// @param project of one project, in all places
public record McpVerbs(
        HistoryVerbs history,
        ProjectHistory project,
        LiveSessions live,
        AgentVerbs agents,
        Jobs jobs) {}
