package dev.parley.api;

import java.util.List;

/// A room with its members.
public record RoomDetails(Room room, List<RoomMember> members) {
    public RoomDetails {
        members = List.copyOf(members);
    }
}
