package dev.parley.api;

import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;

/// How a session for a ticket is wanted.
///
/// @param provider the CLI, if it is chosen by name
/// @param model without a provider it also chooses the CLI
/// @param permission what it may do without asking; `ask` unless given
/// @param worktree in a checkout of its own, which stays
/// @param force also when dependencies are not done, or another session works on it
public record TicketStart(
        @Nullable String provider,
        @Nullable String model,
        @Nullable Permission permission,
        @Nullable Boolean worktree,
        @Nullable Boolean force) {
    public boolean isInWorktree() {
        return Boolean.TRUE.equals(worktree);
    }

    public boolean isForced() {
        return Boolean.TRUE.equals(force);
    }
}
