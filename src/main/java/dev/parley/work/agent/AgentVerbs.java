package dev.parley.work.agent;

import dev.parley.work.conversation.Conversations;
import dev.parley.work.project.CountProjectTokens;
import dev.parley.work.project.SearchProjectHistory;

/// What one agent may have others do, and may learn about its project.
///
/// @param conversations what was said to whom, for those who show it
public record AgentVerbs(
        Consult consult,
        WorkWith work,
        WorkTogether together,
        GroupThink group,
        CountProjectTokens tokens,
        SearchProjectHistory search,
        ProjectSessions sessions,
        Conversations conversations,
        Judge judge) {}
