package dev.parley.api;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/// What a person noted about a session. It belongs to the session under all of its names.
///
/// @param ref `provider:nativeId`, or the live id while the provider has told none
/// @param liveId Parley's own id of it, if it ever was live here
/// @param seen the number of the newest event a person has seen
/// @param title the person's own
/// @param draft what was typed and not sent
public record Mark(
        String ref,
        @Nullable String liveId,
        boolean isPinned,
        boolean isArchived,
        boolean isUnread,
        long seen,
        @Nullable Instant snoozedUntil,
        @Nullable String title,
        @Nullable String draft,
        Instant updatedAt) {
    public static final int LONGEST_TITLE = 300;
    public static final int LONGEST_DRAFT = 1_000_000;

    public static Mark none(String ref, @Nullable String liveId) {
        return new Mark(ref, liveId, false, false, false, 0, null, null, null, Instant.EPOCH);
    }

    /// The same under another name.
    public Mark named(String name, @Nullable String live) {
        return new Mark(
                name,
                live == null ? liveId : live,
                isPinned,
                isArchived,
                isUnread,
                seen,
                snoozedUntil,
                title,
                draft,
                updatedAt);
    }

    /// Whether it says more than how far a person has read.
    public boolean saysAnything() {
        return isPinned
                || isArchived
                || isUnread
                || snoozedUntil != null
                || title != null
                || draft != null;
    }
}
