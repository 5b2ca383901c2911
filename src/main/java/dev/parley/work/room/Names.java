package dev.parley.work.room;

import dev.parley.api.RoomMessage;
import dev.parley.base.problem.Problem;

import java.util.Set;
import java.util.regex.Pattern;

/// What rooms, agents and people may be called.
final class Names {
    private static final Pattern PLAIN = Pattern.compile("[a-z0-9][a-z0-9_-]{0,39}");
    private static final Pattern PERSON =
            Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N} ._'-]{0,39}");
    private static final Set<String> RESERVED = Set.of(RoomMessage.ROOM, "all", "pass");

    private Names() {}

    static boolean isPlain(String name) {
        return PLAIN.matcher(name).matches() && !RESERVED.contains(name);
    }

    static String plain(String what, String name) {
        if (!isPlain(name)) {
            throw Problem.invalid(
                    "\"" + name + "\" is no name for " + what + ".",
                    "Use up to 40 lower-case letters, digits, - and _, and not "
                            + String.join(", ", RESERVED.stream().sorted().toList())
                            + ".");
        }
        return name;
    }

    static String person(String name) {
        if (!PERSON.matcher(name).matches() || RESERVED.contains(name)) {
            throw Problem.invalid(
                    "\"" + name + "\" is no name for a person.",
                    "Use up to 40 letters, digits and spaces.");
        }
        return name;
    }
}
