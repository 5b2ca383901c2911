package dev.parley.api;

import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// A live session at one moment, as lists show it.
///
/// @param nativeId the provider's own id, as soon as it is known; with the provider it is the key
///   of the same conversation in the history
/// @param model as it was asked for, or as the provider calls it
/// @param title what the provider calls it, or the beginning of the first prompt
/// @param room whose agent has it; lists leave it out unless it is asked for
/// @param turnId the turn that runs
/// @param queued how many prompts wait for that turn to end
/// @param approvals how many questions wait for a person
/// @param lastSequence the number of its newest event
/// @param isWarm a process of it is there: the next turn starts at once
/// @param owner the process id of the Parley that has it open, if that is another one than this
/// @param capabilities what its provider can do; what is not in here is refused
public record SessionInfo(
        SessionId id,
        String provider,
        @Nullable String nativeId,
        SessionState state,
        Path cwd,
        @Nullable String model,
        Permission permission,
        @Nullable String title,
        @Nullable String room,
        @Nullable String turnId,
        int queued,
        int approvals,
        long lastSequence,
        boolean isWarm,
        @Nullable Long owner,
        Instant createdAt,
        Instant updatedAt,
        List<LiveCapability> capabilities) {
    public SessionInfo {
        capabilities = capabilities == null ? List.of() : List.copyOf(capabilities);
    }

    public boolean can(LiveCapability capability) {
        return capabilities.contains(capability);
    }
}
