package dev.parley.work;

import dev.parley.work.Said.Role;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What an agent is told: the repository's own instructions, a line, the task. In the task, system
/// messages stand above all others; who said what is only marked when two have spoken.
final class CallPrompt {
    private static final String LINE = "--- USER TASK ---";

    private CallPrompt() {}

    static String whole(Optional<String> agentFile, List<Said> messages) {
        var instructions = agentFile.map(String::strip).filter(text -> !text.isEmpty());
        return instructions.map(text -> text + "\n\n").orElse("") + LINE + "\n" + task(messages);
    }

    /// Only what an agent that remembers the rest has not heard yet.
    static String latest(Call call) {
        var messages = call.messages();
        if (call.memory().mustBeKnown()) {
            return task(messages); // the asker leaves out what the agent knows
        }
        var from = messages.size();
        while (from > 0 && messages.get(from - 1).role() != Role.ASSISTANT) {
            from--;
        }
        return messages.stream()
                .skip(from)
                .filter(said -> said.role() == Role.USER)
                .map(Said::text)
                .collect(Collectors.joining("\n\n"));
    }

    private static String task(List<Said> messages) {
        var marked = messages.stream().anyMatch(said -> said.role() == Role.ASSISTANT);
        var system = messages.stream().filter(said -> said.role() == Role.SYSTEM).map(Said::text);
        var others =
                messages.stream()
                        .filter(said -> said.role() != Role.SYSTEM)
                        .map(said -> marked ? mark(said) : said.text());
        return Stream.concat(system, others).collect(Collectors.joining("\n\n"));
    }

    private static String mark(Said said) {
        var role = said.role().name();
        return role.charAt(0) + role.substring(1).toLowerCase(Locale.ROOT) + ": " + said.text();
    }
}
