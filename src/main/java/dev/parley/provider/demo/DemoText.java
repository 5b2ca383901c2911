package dev.parley.provider.demo;

import dev.parley.event.Usage;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The demo agent's words, and what they count.
final class DemoText {
    private static final int LONG_LINES = 200;
    private static final int LONGEST_QUOTE = 500;

    private DemoText() {}

    static List<String> thoughts(boolean several) {
        return several
                ? List.of(
                        "First I read the prompt.",
                        "Then I look for the words I know.",
                        "There may be several of them; their order does not matter.",
                        "Now I know what to show.")
                : List.of("I look for the words I know.");
    }

    static String answer(DemoTurn turn, boolean isLong) {
        var text = new StringBuilder();
        text.append("Hello from the demo agent (")
                .append(turn.model())
                .append("). I need no key and no network: I follow a script.\n\n");
        if (turn.number() > 1) {
            text.append("This is turn ").append(turn.number()).append(" of our conversation.\n\n");
        }
        turn.system()
                .ifPresent(system ->
                        text.append("My instructions: ").append(quoted(system)).append("\n\n"));
        text.append("You said: ").append(quoted(turn.prompt())).append("\n\n");
        if (isLong) {
            text.append(longPart()).append("\n");
        }
        return text.append(
                        "To see more, put one or several of these words into a prompt: "
                                + "think, tool, edit, ticket, error, long, slow, sleep 5, crash, unknown.")
                .toString();
    }

    /// For tests that want a turn and nothing else.
    static String brief(DemoTurn turn) {
        return "Turn " + turn.number() + ", " + turn.model() + ".";
    }

    /// What is written into the demo's file.
    static String file(DemoTurn turn) {
        return "Written by Parley's demo agent, because it was asked:\n" + turn.prompt() + "\n";
    }

    /// Four characters are a token, so the same turn always counts the same.
    static Usage usage(String read, String thought, String said) {
        var reasoning = tokens(thought);
        return new Usage(tokens(read), tokens(said) + reasoning, null, reasoning, null);
    }

    private static long tokens(String text) {
        return (text.length() + 3L) / 4;
    }

    private static String longPart() {
        return IntStream.rangeClosed(1, LONG_LINES)
                .mapToObj(line -> "Line " + line + " of " + LONG_LINES + " of a long answer.\n")
                .collect(Collectors.joining());
    }

    static String quoted(String text) {
        var line = text.strip().replaceAll("\\s+", " ");
        return "“"
                + line.codePoints()
                        .limit(LONGEST_QUOTE)
                        .mapToObj(Character::toString)
                        .collect(Collectors.joining())
                + (line.codePointCount(0, line.length()) > LONGEST_QUOTE ? "…" : "")
                + "”";
    }
}
