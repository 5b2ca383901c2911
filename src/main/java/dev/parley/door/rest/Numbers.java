package dev.parley.door.rest;

import dev.parley.base.problem.Problem;
import dev.parley.door.http.Request;

import java.util.OptionalLong;

/// Numbers in the address and the headers of a request.
final class Numbers {
    private Numbers() {}

    /// A number of the query, if it is there.
    static OptionalLong in(Request request, String name, long least, long most) {
        var text = request.query().get(name);
        if (text == null) {
            return OptionalLong.empty();
        }
        try {
            var number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return OptionalLong.of(number);
            }
        } catch (NumberFormatException _) {
            // said below
        }
        throw Problem.invalid(
                "\"" + name + "\" is \"" + text + "\".",
                most == Long.MAX_VALUE
                        ? "Give a number from " + least + "."
                        : "Give a number between " + least + " and " + most + ".");
    }

    /// The number of the last event a client saw before it lost its connection. What is no number
    /// of ours is no reason to refuse it.
    static OptionalLong lastEventId(Request request) {
        try {
            return request.header("last-event-id").map(Long::parseLong).stream()
                    .mapToLong(Long::longValue)
                    .filter(number -> number >= 0)
                    .findFirst();
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }
}
