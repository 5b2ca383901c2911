package dev.parley.work.room;

import dev.parley.api.ApiKey;
import dev.parley.api.Room;
import dev.parley.api.RoomEvent;
import dev.parley.api.RoomMessage;
import dev.parley.api.RoomPost;
import dev.parley.api.RoomState;
import dev.parley.base.problem.Problem;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.work.call.Call;
import dev.parley.work.call.CallResult;
import dev.parley.work.call.ChatMessage;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Lets a room answer a call to the model `room:name`: the last message of the client is written in
/// the room, and everything its agents say about it is the answer. Waits on the calling thread.
public final class RoomCalls {
    public static final String PREFIX = "room:";

    private static final Pattern NOT_IN_NAMES = Pattern.compile("[^\\p{L}\\p{N}]+");

    private final Rooms rooms;
    private final Clock clock;

    public RoomCalls(Rooms rooms, Clock clock) {
        this.rooms = rooms;
        this.clock = clock;
    }

    public static boolean isFor(String model) {
        return model.startsWith(PREFIX);
    }

    /// The names of the rooms that a client may call.
    public List<Room> rooms(Optional<ApiKey> key) throws InterruptedException {
        return rooms.list().stream().filter(room -> mayUse(key, room.name())).toList();
    }

    private static boolean mayUse(Optional<ApiKey> key, String name) {
        return key.isEmpty() || key.get().mayUse(PREFIX + name);
    }

    public CallResult play(Call call, Consumer<Envelope> sink) throws InterruptedException {
        var name = call.model().substring(PREFIX.length());
        if (!mayUse(call.key(), name)) {
            throw RoomHost.unknown(name);
        }
        var room = rooms.get(name);
        if (!call.functions().isEmpty()
                || call.form().schema().isPresent()
                || call.form().isJson()) {
            throw Problem.invalid(
                    "A room answers in its own words.", "Leave functions and JSON formats out.");
        }
        if (room.state() != RoomState.IDLE) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    "The room " + name + " is " + room.state().wireName() + ".",
                    "Ask again when its agents are done.");
        }
        var asked =
                call.messages().stream()
                        .filter(message -> message.role() == ChatMessage.Role.USER)
                        .reduce((_, last) -> last)
                        .orElseThrow(() ->
                                Problem.invalid("Nobody asks anything.", "Add a user message."));
        var images = asked.images().stream().map(ChatMessage.Image::content).toList();
        var said = rooms.say(name, new RoomPost(who(call), asked.text(), images, null, null));
        var answers = new ArrayList<String>();
        try {
            listen(
                    name,
                    said.number(),
                    message -> {
                        var text = "**" + message.author() + "**: " + message.text();
                        answers.add(text);
                        var id = "room-" + message.number();
                        sink.accept(
                                new Envelope(
                                        clock.instant(),
                                        "room",
                                        null,
                                        message.number(),
                                        new Event.AssistantSaid(text, id),
                                        null));
                    });
        } catch (InterruptedException | RuntimeException e) {
            rooms.stopQuietly(name); // nobody hears them any more
            throw e;
        }
        return CallResult.saying(
                answers.isEmpty() ? "Nobody has anything to say." : String.join("\n\n", answers));
    }

    private static String who(Call call) {
        return call.key()
                .map(ApiKey::name)
                .map(name -> NOT_IN_NAMES.matcher(name).replaceAll(" ").strip())
                .filter(name -> !name.isEmpty())
                .orElse(RoomPost.SOMEBODY);
    }

    private void listen(String name, long after, Consumer<RoomMessage> agents)
            throws InterruptedException {
        var seen = after;
        try (var feed = rooms.follow(name, after)) {
            for (var next = feed.next(); next.isPresent(); next = feed.next()) {
                if (next.get() instanceof RoomEvent.Posted(var message)) {
                    seen = message.number();
                    if (message.kind() == RoomMessage.Kind.AGENT) {
                        agents.accept(message);
                    }
                }
                if (next.get() instanceof RoomEvent.Changed(var room)
                        && room.state() != RoomState.RUNNING
                        && room.lastMessage() <= seen) {
                    return;
                }
            }
        }
    }
}
