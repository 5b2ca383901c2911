package dev.parley.sessionfile;

import dev.parley.event.SessionKey;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;

/// What a file tells about a session beside its events.
///
/// @param title given by a person or the CLI, else the beginning of the first prompt
/// @param project the path of the project, where the CLI itself says it
/// @param projectKey the slug or hash under which the CLI files it
/// @param models in the order of their first use
/// @param parent the session that started this one as its subagent
/// @param forkedFrom the session this one was copied from
/// @param base where the conversation before the first event is to be found
/// @param compactions after which sequence numbers the CLI replaced the conversation by a summary
/// @param skippedLines lines that could not be read: no JSON, or too long
/// @param skippedValues single values that cannot be true, such as a time in the year 9999
public record StoredFacts(
        String provider,
        String nativeId,
        @Nullable String title,
        @Nullable String project,
        @Nullable String projectKey,
        @Nullable String cwd,
        @Nullable String gitBranch,
        @Nullable String version,
        List<String> models,
        @Nullable Instant started,
        @Nullable Instant updated,
        @Nullable String parent,
        @Nullable String forkedFrom,
        @Nullable Base base,
        boolean isArchived,
        int prompts,
        List<Long> compactions,
        long skippedLines,
        long skippedValues) {

    public StoredFacts {
        models = List.copyOf(models);
        compactions = List.copyOf(compactions);
    }

    /// A file that goes on from another one, instead of repeating it.
    ///
    /// @param nativeId the session that holds the beginning: another one after a fork, the same one
    ///   after a revert
    /// @param endNode the first [StoredEvent#node] of that file that is no longer part of it
    public record Base(String nativeId, int endNode) {}

    public SessionKey key() {
        return new SessionKey(provider, nativeId);
    }

    /// Whether anybody ever said something: CLIs leave files behind that hold nothing.
    public boolean isEmpty() {
        return prompts == 0 && models.isEmpty();
    }
}
