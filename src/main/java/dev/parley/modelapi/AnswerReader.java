package dev.parley.modelapi;

import dev.parley.event.Usage;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Optional;
import java.util.function.Consumer;

/// Puts an answer together from the events of its stream. Each API tells in its own way what was
/// said, why it ended and what it used. Belongs to one thread.
abstract class AnswerReader {
    /// Why an answer ended.
    enum Stop {
        /// It is whole.
        DONE,
        /// It came to the length it may have.
        LENGTH,
        /// The model or a filter will not answer.
        REFUSED
    }

    /// An error inside a stream that began well.
    ///
    /// @param isPassing whether the same may succeed a little later
    record StreamError(String message, boolean isPassing) {}

    private final StringBuilder text = new StringBuilder();
    private final StringBuilder refusal = new StringBuilder();
    private @Nullable Stop stop;
    private @Nullable StreamError error;
    private final Consumer<String> pieces;
    protected @Nullable Usage usage;

    /// @param pieces told what is said, as it is
    AnswerReader(Consumer<String> pieces) {
        this.pieces = pieces;
    }

    /// @param name of the event, empty if it has none
    abstract void hear(String name, JsonNode data);

    protected final void say(String piece) {
        text.append(piece);
        if (!piece.isEmpty()) {
            pieces.accept(piece);
        }
    }

    protected final void refuse(String piece) {
        refusal.append(piece);
        stop = Stop.REFUSED;
    }

    /// A refusal stays one, whatever the API calls the end.
    protected final void stop(Stop why) {
        if (stop != Stop.REFUSED) {
            stop = why;
        }
    }

    protected final void fail(String message, boolean isPassing) {
        error = new StreamError(message, isPassing);
    }

    protected static @Nullable Long count(JsonNode number) {
        return number.isIntegralNumber() && number.canConvertToLong()
                ? Long.valueOf(Math.max(0, number.asLong()))
                : null;
    }

    protected static long countOr0(JsonNode number) {
        var count = count(number);
        return count == null ? 0 : count;
    }

    String text() {
        return text.toString();
    }

    int length() {
        return text.length() + refusal.length();
    }

    String refusal() {
        return refusal.toString().strip();
    }

    /// Absent as long as it goes on.
    Optional<Stop> findStop() {
        return Optional.ofNullable(stop);
    }

    Optional<StreamError> findError() {
        return Optional.ofNullable(error);
    }

    Optional<Usage> findUsage() {
        return Optional.ofNullable(usage);
    }
}
