package dev.parley.room;

import dev.parley.api.Finding;
import dev.parley.api.Room;
import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMessage;
import dev.parley.api.RoomMode;
import dev.parley.api.RoomState;
import dev.parley.event.Permission;
import dev.parley.event.Usage;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Plays a course with agents that are functions, and keeps what was said.
final class Talk {
    static final String FAIL = "\0fail";

    final List<String> said = new ArrayList<>();
    final List<List<String>> steps = new ArrayList<>();
    final List<Order> orders = new ArrayList<>();
    final List<String> notes = new ArrayList<>();
    List<Finding> findings = List.of();
    String why = "";

    static Room room(RoomMode mode, RoomLimits limits, String... agents) {
        return new Room(
                "r",
                "",
                mode,
                List.of(agents),
                List.of("anna"),
                null,
                Permission.PLAN,
                limits,
                RoomState.IDLE,
                null,
                Usage.of(0, 0),
                0,
                Instant.EPOCH,
                Instant.EPOCH);
    }

    static RoomMessage person(long number, String text) {
        return RoomMessage.person("anna", text, List.of(), null, Instant.EPOCH).numbered(number);
    }

    static RoomMessage agent(long number, String name, String text) {
        return RoomMessage.agent(name, RoomMessage.Kind.AGENT, text, "answer", null, Instant.EPOCH)
                .numbered(number);
    }

    static Talk of(Room room, String question, Function<Order, String> mind) {
        var talk = new Talk();
        talk.play(
                Course.of(room.mode(), room.agents(), room.limits(), person(1, question), 1), mind);
        return talk;
    }

    private void play(Course course, Function<Order, String> mind) {
        for (var turns = 0; turns < 10_000; turns++) {
            switch (course.next()) {
                case Step.Speak(var together) -> {
                    steps.add(together.stream().map(Order::agent).toList());
                    for (var order : together) {
                        orders.add(order);
                        var text = mind.apply(order);
                        if (text.equals(FAIL)) {
                            course.heard(Answer.failed(order));
                        } else {
                            said.add(order.agent() + ": " + text);
                            course.heard(Answer.of(order, text));
                        }
                    }
                }
                case Step.Note(var text) -> notes.add(text);
                case Step.Found(var found) -> findings = found;
                case Step.Over(var reason) -> {
                    why = reason;
                    return;
                }
            }
        }
        throw new AssertionError("It never ends");
    }
}
