package dev.parley.api;

import dev.parley.event.Action;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// What a person writes in a room.
///
/// @param from the person's name; absent: `you`
/// @param mode absent: that of the room
/// @param review what there is to review, beside the text
public record RoomPost(
        @Nullable String from,
        @Nullable String text,
        List<Action.Image> images,
        @Nullable RoomMode mode,
        @Nullable Subject review) {
    public static final String SOMEBODY = "you";

    public RoomPost {
        images = images == null ? List.of() : List.copyOf(images);
    }

    /// What is to be reviewed: exactly one of the first three.
    ///
    /// @param diff as it is
    /// @param branch of the repository `project`, against `base` or where it left the main branch
    /// @param session a session that Parley ran: what it changed, or what is not committed where it
    ///   works
    public record Subject(
            @Nullable String diff,
            @Nullable String branch,
            @Nullable String session,
            @Nullable String base,
            @Nullable String project) {}

    public static RoomPost of(String text) {
        return new RoomPost(null, text, List.of(), null, null);
    }
}
