package dev.parley.api;

import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import java.time.DateTimeException;
import java.time.Instant;

/// What shall be different about a mark. What is absent stays; an empty text takes something away.
///
/// @param seen only grows
/// @param snoozedUntil a time, or empty
public record MarkChange(
        @Nullable Boolean isPinned,
        @Nullable Boolean isArchived,
        @Nullable Boolean isUnread,
        @Nullable Long seen,
        @Nullable String snoozedUntil,
        @Nullable String title,
        @Nullable String draft) {
    public Mark of(Mark now, Instant at) {
        check(title, "title", Mark.LONGEST_TITLE);
        check(draft, "draft", Mark.LONGEST_DRAFT);
        var read = seen == null ? now.seen() : Math.max(now.seen(), seen);
        var isRead = seen != null;
        return new Mark(
                now.ref(),
                now.liveId(),
                isPinned == null ? now.isPinned() : isPinned,
                isArchived == null ? now.isArchived() : isArchived,
                isUnread == null ? now.isUnread() && !isRead : isUnread,
                read,
                snoozedUntil == null ? now.snoozedUntil() : time(snoozedUntil),
                text(title, now.title()),
                text(draft, now.draft()),
                at);
    }

    private static @Nullable String text(@Nullable String wanted, @Nullable String now) {
        if (wanted == null) {
            return now;
        }
        return wanted.isBlank() ? null : wanted;
    }

    private static void check(@Nullable String text, String key, int most) {
        if (text != null && text.length() > most) {
            throw Problem.invalid(
                    "\"" + key + "\" has " + text.length() + " characters.",
                    "Give at most " + most + ".");
        }
    }

    /// A time as clients write it; nothing when it is empty.
    public static @Nullable Instant time(String text) {
        if (text.isBlank()) {
            return null;
        }
        try {
            return Instant.parse(text);
        } catch (DateTimeException _) {
            throw Problem.invalid(
                    "\"" + text + "\" is no time.", "Write it like 2026-05-01T08:00:00Z.");
        }
    }
}
