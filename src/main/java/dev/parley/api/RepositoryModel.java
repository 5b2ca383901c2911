package dev.parley.api;

import com.fasterxml.jackson.annotation.JsonIgnore;

import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// An agent in a repository under a name of the user's: one entry of `models.json`.
///
/// @param driver the provider that answers
/// @param repoPath the absolute directory it works in
/// @param agentFile a file in the repository that goes above every task; `AGENTS.md` unless given
/// @param model the model the CLI is told to use
/// @param permission what it may do without asking; `ask` unless given
/// @param worktree whether each call gets a git worktree of its own
/// @param keepWorktree whether that worktree stays when it holds changes
/// @param timeoutSeconds how long a call may take
/// @param maxConcurrent how many calls may run or wait at the same time
/// @param policy what happens to new files
/// @param warm whether a live session answers, on a process that stays for the next call
/// @param tools what becomes of functions of the client; absent: `map` where the driver can
/// @param ownTools whether the agent keeps its own tools beside functions of the client; so it does
///   unless given
/// @param toolTimeoutSeconds how long a call of a function waits for the client
/// @param parleyTools the tools of Parley's that the agent gets, by name or by group; none unless
///   given
public record RepositoryModel(
        String driver,
        String repoPath,
        String agentFile,
        @Nullable String model,
        Permission permission,
        boolean worktree,
        boolean keepWorktree,
        @Nullable Integer timeoutSeconds,
        @Nullable Integer maxConcurrent,
        HelperPolicy policy,
        boolean warm,
        @Nullable FunctionPolicy tools,
        @Nullable Boolean ownTools,
        @Nullable Integer toolTimeoutSeconds,
        List<String> parleyTools) {
    public static final String AGENT_FILE = "AGENTS.md";
    private static final Duration TOOL_TIMEOUT = Duration.ofMinutes(10);

    public RepositoryModel {
        agentFile = agentFile == null ? AGENT_FILE : agentFile;
        permission = permission == null ? Permission.ASK : permission;
        policy = policy == null ? HelperPolicy.NONE : policy;
        parleyTools = parleyTools == null ? List.of() : List.copyOf(parleyTools);
    }

    /// With the defaults for functions of clients, and without tools of Parley's.
    public RepositoryModel(
            String driver,
            String repoPath,
            String agentFile,
            @Nullable String model,
            Permission permission,
            boolean worktree,
            boolean keepWorktree,
            @Nullable Integer timeoutSeconds,
            @Nullable Integer maxConcurrent,
            HelperPolicy policy,
            boolean warm) {
        this(
                driver,
                repoPath,
                agentFile,
                model,
                permission,
                worktree,
                keepWorktree,
                timeoutSeconds,
                maxConcurrent,
                policy,
                warm,
                null,
                null,
                null,
                List.of());
    }

    public boolean keepsOwnTools() {
        return ownTools == null || ownTools;
    }

    /// How long a call of a function waits for the client.
    public Duration toolTimeout() {
        return toolTimeoutSeconds == null ? TOOL_TIMEOUT : Duration.ofSeconds(toolTimeoutSeconds);
    }

    /// The repository's directory as it was written; it may have gone since.
    @JsonIgnore
    public Path directory() {
        return Path.of(repoPath);
    }

    public Duration timeoutOr(Duration otherwise) {
        return timeoutSeconds == null ? otherwise : Duration.ofSeconds(timeoutSeconds);
    }

    public Optional<Integer> findMaxConcurrent() {
        return Optional.ofNullable(maxConcurrent);
    }
}
