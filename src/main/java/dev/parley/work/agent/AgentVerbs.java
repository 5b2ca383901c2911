package dev.parley.work.agent;

import dev.parley.work.advice.Consult;

/// What one agent may have others do.
public record AgentVerbs(Consult consult) {}
