package dev.parley.door.openai;

import dev.parley.base.json.Json;
import dev.parley.work.call.StopListening;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.function.Consumer;

/// Ends an answer at certain words. What might be the beginning of one is held back until more
/// follows.
final class StopSequences implements Consumer<String> {
    private static final int MOST = 4;
    private static final int LONGEST = 1000;

    private final List<String> stops;
    private final Consumer<String> listener;
    private final StringBuilder text = new StringBuilder();
    private int passedOn;
    private boolean isReached;

    StopSequences(List<String> stops, Consumer<String> listener) {
        this.stops = stops;
        this.listener = listener;
    }

    static List<String> read(JsonNode stop) {
        if (stop.isMissingNode() || stop.isNull()) {
            return List.of();
        }
        var list = stop.isString() ? Json.array().add(stop) : stop;
        var isRight =
                list.isArray()
                        && list.size() <= MOST
                        && list.valueStream()
                                .allMatch(one ->
                                        one.isString()
                                                && !one.asString().isEmpty()
                                                && one.asString().length() <= LONGEST);
        if (!isRight) {
            throw Parameters.wrongType(
                    "stop", "a string, or up to four, of at most 1000 characters each");
        }
        return list.valueStream().map(JsonNode::asString).toList();
    }

    boolean isReached() {
        return isReached;
    }

    /// What was said until then.
    String text() {
        return text.substring(0, passedOn);
    }

    @Override
    public void accept(String piece) {
        if (isReached) {
            throw new StopListening();
        }
        text.append(piece);
        var end = stops.stream().mapToInt(this::find).filter(at -> at >= 0).min();
        if (end.isPresent()) {
            isReached = true;
            passOn(end.getAsInt());
            throw new StopListening();
        }
        passOn(text.length() - heldBack());
    }

    private int find(String stop) {
        return text.indexOf(stop, Math.max(0, passedOn));
    }

    /// How many letters at the end could be the beginning of a stop sequence.
    private int heldBack() {
        var most = 0;
        for (var stop : stops) {
            var longest = Math.min(stop.length() - 1, text.length() - passedOn);
            for (var length = longest; length > most; length--) {
                if (stop.startsWith(text.substring(text.length() - length))) {
                    most = length;
                }
            }
        }
        return most;
    }

    private void passOn(int end) {
        if (end > passedOn) {
            var piece = text.substring(passedOn, end);
            passedOn = end;
            listener.accept(piece);
        }
    }

    /// Nothing more follows.
    void finish() {
        if (!isReached) {
            passOn(text.length());
        }
    }
}
