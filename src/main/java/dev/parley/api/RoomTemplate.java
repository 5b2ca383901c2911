package dev.parley.api;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// A ready-made room: a file that one can read and copy.
///
/// @param name its file's name
/// @param agents what is absent in them is chosen when a room is made of it
/// @param source where the file is
public record RoomTemplate(
        String name,
        String title,
        @Nullable String topic,
        RoomMode mode,
        List<Agent> agents,
        RoomLimits.@Nullable Change limits,
        String source) {
    public RoomTemplate {
        agents = agents == null ? List.of() : List.copyOf(agents);
    }
}
