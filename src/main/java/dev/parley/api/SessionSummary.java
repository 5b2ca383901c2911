package dev.parley.api;

import dev.parley.event.SessionKey;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;

/// A session of any CLI on this machine, as lists show it.
///
/// @param title as a person or the CLI named it, else the beginning of the first prompt; secrets
///   are hidden
/// @param project its path, or the CLI's own name for it when no path is known
/// @param version of the CLI
/// @param updated when something was last said in it
/// @param parent the session whose agent started this one
/// @param skippedLines lines of its files that could not be read
/// @param skippedValues single values in them that cannot be true
/// @param liveId Parley's own id of it, while it is live
/// @param room whose agent has it; lists leave it out unless it is asked for
/// @param movedFrom the session that it was brought from, as a rule of another CLI
/// @param movedTo the session of another CLI that it was brought to last
public record SessionSummary(
        SessionKey key,
        @Nullable String title,
        @Nullable String project,
        @Nullable String cwd,
        @Nullable String gitBranch,
        @Nullable String version,
        List<String> models,
        @Nullable Instant started,
        @Nullable Instant updated,
        @Nullable String parent,
        @Nullable String forkedFrom,
        boolean isArchived,
        int prompts,
        long skippedLines,
        long skippedValues,
        @Nullable SessionId liveId,
        @Nullable String room,
        @Nullable SessionKey movedFrom,
        @Nullable SessionKey movedTo) {
    public SessionSummary {
        models = List.copyOf(models);
    }

    public SessionSummary(
            SessionKey key,
            @Nullable String title,
            @Nullable String project,
            @Nullable String cwd,
            @Nullable String gitBranch,
            @Nullable String version,
            List<String> models,
            @Nullable Instant started,
            @Nullable Instant updated,
            @Nullable String parent,
            @Nullable String forkedFrom,
            boolean isArchived,
            int prompts,
            long skippedLines,
            long skippedValues,
            @Nullable SessionId liveId) {
        this(
                key,
                title,
                project,
                cwd,
                gitBranch,
                version,
                models,
                started,
                updated,
                parent,
                forkedFrom,
                isArchived,
                prompts,
                skippedLines,
                skippedValues,
                liveId,
                null,
                null,
                null);
    }

    /// The name to show.
    public String name() {
        return title == null || title.isBlank() ? "(untitled)" : title;
    }

    /// Where it takes place, if anything tells that.
    public @Nullable String directory() {
        return cwd == null ? project : cwd;
    }

    /// The time to sort by.
    public Instant lastUsed() {
        return updated == null ? Instant.EPOCH : updated;
    }

    /// The same session, live under this id.
    public SessionSummary live(SessionId id) {
        return with(id, room, movedFrom, movedTo);
    }

    /// The same session, as a part of one thread of work.
    public SessionSummary moved(@Nullable SessionKey from, @Nullable SessionKey to) {
        return with(liveId, room, from, to);
    }

    /// The same session, as that of an agent in a room.
    public SessionSummary in(@Nullable String name) {
        return with(liveId, name, movedFrom, movedTo);
    }

    private SessionSummary with(
            @Nullable SessionId id,
            @Nullable String name,
            @Nullable SessionKey from,
            @Nullable SessionKey to) {
        return new SessionSummary(
                key,
                title,
                project,
                cwd,
                gitBranch,
                version,
                models,
                started,
                updated,
                parent,
                forkedFrom,
                isArchived,
                prompts,
                skippedLines,
                skippedValues,
                id,
                name,
                from,
                to);
    }
}
