package dev.parley.door.mcp;

import dev.parley.work.Jobs;
import dev.parley.work.LiveSessions;
import dev.parley.work.agent.AgentVerbs;
import dev.parley.work.chain.Chains;
import dev.parley.work.past.HistoryVerbs;

/// What the tools ask of Parley.
///
/// @param history of all CLIs
public record McpVerbs(
        HistoryVerbs history, LiveSessions live, AgentVerbs agents, Jobs jobs, Chains chains) {}
