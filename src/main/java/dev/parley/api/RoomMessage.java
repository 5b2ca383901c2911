package dev.parley.api;

import com.fasterxml.jackson.annotation.JsonProperty;

import dev.parley.event.Action;
import dev.parley.event.Usage;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Something in the transcript of a room.
///
/// @param number its place in the room, from 1
/// @param author a person, an agent, or `room`
/// @param phase which part of the mode it belongs to; of a person's message the mode, if it is not
///   that of the room
/// @param session the session whose changes a person's message asks to review
/// @param agent of a note: whose turn came to nothing
/// @param usage what the turn used
public record RoomMessage(
        long number,
        String author,
        Kind kind,
        String text,
        List<Action.Image> images,
        @Nullable String phase,
        @Nullable String session,
        @Nullable String agent,
        @Nullable Usage usage,
        Instant at) {
    /// The author of what Parley itself says in a room.
    public static final String ROOM = "room";

    public RoomMessage {
        images = images == null ? List.of() : List.copyOf(images);
    }

    /// What a message is.
    public enum Kind {
        @JsonProperty("person")
        PERSON,
        @JsonProperty("agent")
        AGENT,
        /// An agent had nothing to add.
        @JsonProperty("pass")
        PASS,
        /// A word of the room's own: who failed, why it ended. No agent is told.
        @JsonProperty("note")
        NOTE;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static RoomMessage person(
            String author,
            String text,
            List<Action.Image> images,
            @Nullable String session,
            Instant at) {
        return new RoomMessage(0, author, Kind.PERSON, text, images, null, session, null, null, at);
    }

    /// A person's message that is talked about in another way than its room usually does.
    public RoomMessage in(RoomMode mode) {
        return new RoomMessage(
                number, author, kind, text, images, mode.wireName(), session, agent, usage, at);
    }

    /// How it is talked about.
    public RoomMode mode(RoomMode usual) {
        return Stream.of(RoomMode.values())
                .filter(mode -> mode.wireName().equals(phase))
                .findFirst()
                .orElse(usual);
    }

    public static RoomMessage agent(
            String author,
            Kind kind,
            String text,
            String phase,
            @Nullable Usage usage,
            Instant at) {
        return new RoomMessage(0, author, kind, text, List.of(), phase, null, null, usage, at);
    }

    public static RoomMessage note(String text, Instant at) {
        return new RoomMessage(0, ROOM, Kind.NOTE, text, List.of(), null, null, null, null, at);
    }

    /// The turn of an agent came to nothing.
    ///
    /// @param phase which part of the mode it belongs to
    public static RoomMessage failed(
            String agent, String why, String phase, @Nullable Usage usage, Instant at) {
        return new RoomMessage(0, ROOM, Kind.NOTE, why, List.of(), phase, null, agent, usage, at);
    }

    public RoomMessage numbered(long place) {
        return new RoomMessage(place, author, kind, text, images, phase, session, agent, usage, at);
    }
}
