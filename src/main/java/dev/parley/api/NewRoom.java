package dev.parley.api;

import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// A room as somebody wants it.
///
/// @param template the name of a ready-made room to start from
/// @param agents names of agents; absent: those of the template
/// @param provider who answers for the agents of the template that name nobody
/// @param model the same, by the name of a model
/// @param project the absolute path of a repository that the agents look at
public record NewRoom(
        @Nullable String name,
        @Nullable String template,
        @Nullable String topic,
        @Nullable RoomMode mode,
        @Nullable List<String> agents,
        @Nullable List<String> people,
        @Nullable String provider,
        @Nullable String model,
        @Nullable String project,
        @Nullable Permission permission,
        RoomLimits.@Nullable Change limits) {
    public NewRoom {
        agents = agents == null ? null : List.copyOf(agents);
        people = people == null ? null : List.copyOf(people);
    }

    public static NewRoom of(String name, RoomMode mode, List<String> agents) {
        return new NewRoom(name, null, null, mode, agents, null, null, null, null, null, null);
    }
}
