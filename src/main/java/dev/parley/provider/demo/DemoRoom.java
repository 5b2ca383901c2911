package dev.parley.provider.demo;

import java.util.Optional;
import java.util.regex.Pattern;

/// A prompt of a room, as far as the demo agent understands one: who it is there, and what a person
/// said last. What other agents say is none of its business, or two demo agents would play each
/// other's scripts for ever.
///
/// @param name what it is called in the room
/// @param said what a person said, with the word for the script in it; empty when nobody did
/// @param isFree whether it is a turn of a free talk; what else is asked for, it cannot give
record DemoRoom(String name, String said, boolean isFree) {
    private static final Pattern HEAD =
            Pattern.compile("(?m)^\\[Room [^\\n]*Here are: (?:[^\\n]*, )?([^,\\n]+) \\(you\\)");
    private static final Pattern PERSON =
            Pattern.compile(
                    "(?m)^#\\d+ [^\\n]* \\(person\\):(?: \\[[^\\]\\n]*])?\\n((?:  [^\\n]*(?:\\n|\\z))+)");

    /// How a turn in a free talk ends, with what it is told of pictures.
    private static final Pattern FREE =
            Pattern.compile("It is your turn\\.](?:\\s*\\[[^\\]\\n]*])?\\s*\\z");

    static Optional<DemoRoom> in(String prompt) {
        var head = HEAD.matcher(prompt);
        if (!head.find()) {
            return Optional.empty();
        }
        var said =
                PERSON.matcher(prompt)
                        .results()
                        .map(message -> message.group(1).strip())
                        .reduce("", (_, last) -> last);
        // The words of a change are not for it.
        var words = said.replaceFirst("(?s)(?:```|~~~).*", "").strip();
        var isFree = FREE.matcher(prompt).find();
        return Optional.of(new DemoRoom(head.group(1), isFree ? said : words, isFree));
    }

    String answer() {
        return said.isEmpty()
                ? "PASS"
                : "I am %s, played by the demo agent, and I heard %s. Give me a real model to hear more."
                        .formatted(name, DemoText.quoted(said));
    }
}
