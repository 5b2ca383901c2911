package dev.parley.api;

import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// What somebody wants to be different about a room. What is absent stays as it is.
public record RoomChange(
        @Nullable String topic,
        @Nullable RoomMode mode,
        @Nullable List<String> agents,
        @Nullable List<String> people,
        @Nullable Permission permission,
        RoomLimits.@Nullable Change limits) {
    public RoomChange {
        agents = agents == null ? null : List.copyOf(agents);
        people = people == null ? null : List.copyOf(people);
    }

    public static RoomChange agents(List<String> names) {
        return new RoomChange(null, null, names, null, null, null);
    }
}
