package dev.parley.api;

import dev.parley.event.Permission;

/// An agent at work, as the agents that it asks are measured by it.
///
/// @param id what its pass is known by; tells nobody the pass
/// @param chain all that was begun by the same request of a person or program
/// @param depth how many agents stand between it and that request, itself included
/// @param permission what it may do without asking
/// @param who its provider
public record ChainLink(String id, String chain, int depth, Permission permission, String who) {}
