/// Agents and models that work for others: every verb that an agent may ask of Parley. Doors call
/// `AgentVerbs`; calls wait for agents, on virtual threads.
@NullMarked
package dev.parley.work.agent;

import org.jspecify.annotations.NullMarked;
