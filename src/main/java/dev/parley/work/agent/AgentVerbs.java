package dev.parley.work.agent;

import dev.parley.work.conversation.Conversations;

/// What one agent may have others do.
///
/// @param conversations what was said to whom, for those who show it
public record AgentVerbs(
        Consult consult, WorkWith work, WorkTogether together, Conversations conversations) {}
