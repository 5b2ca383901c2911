package dev.parley.base.json;

import static java.util.stream.Collectors.joining;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/// Says what a value has to be, in a user's words instead of Java's.
final class ExpectedValue {
    private ExpectedValue() {}

    /// Empty where the exception says more than the type.
    static Optional<String> of(JacksonException e) {
        // Without a path it is about the whole text, and may be about what comes after it.
        return e instanceof MismatchedInputException mismatch
                        && mismatch.getTargetType() != null
                        && !mismatch.getPath().isEmpty()
                ? of(mismatch, mismatch.getTargetType())
                : Optional.empty();
    }

    private static Optional<String> of(MismatchedInputException e, Class<?> type) {
        if (type.isEnum()) {
            var said =
                    e instanceof InvalidFormatException wrong
                            ? "\"" + wrong.getValue() + "\""
                            : "it";
            return Optional.of(
                    Arrays.stream(type.getEnumConstants())
                            .map(constant -> Json.tree(constant).asString())
                            .collect(joining(", ", said + " is none of ", "")));
        }
        if (type == Integer.class
                || type == Long.class
                || type == int.class
                || type == long.class) {
            return Optional.of("it has to be a whole number");
        }
        if (type == Boolean.class || type == boolean.class) {
            return Optional.of("it has to be true or false");
        }
        if (type == String.class) {
            return Optional.of("it has to be text");
        }
        if (Collection.class.isAssignableFrom(type)) {
            return Optional.of("it has to be a list");
        }
        return type.isRecord() || Map.class.isAssignableFrom(type)
                ? Optional.of("it has to be an object")
                : Optional.empty();
    }
}
