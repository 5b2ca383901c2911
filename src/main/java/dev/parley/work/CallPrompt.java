package dev.parley.work;

import dev.parley.event.Action;
import dev.parley.event.OwnWords;
import dev.parley.work.ChatMessage.Role;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What an agent is told: the repository's own instructions, a line, the task. In the task, system
/// messages stand above all others; who said what is only marked when not only the user has spoken.
record CallPrompt(String text, List<Action.Image> images) {
    private static final String ONLY_IMAGES = "Look at what is attached.";

    static CallPrompt whole(Optional<String> agentFile, Call call) {
        var instructions = agentFile.map(String::strip).filter(text -> !text.isEmpty());
        var above = instructions.map(text -> text + "\n\n").orElse("") + OwnWords.TASK_LINE + "\n";
        return new CallPrompt(above + task(call.messages()), images(call.messages()));
    }

    /// Only what an agent that remembers the rest has not heard yet.
    static CallPrompt latest(Call call) {
        var messages = call.messages();
        if (call.memory().mustBeKnown()) {
            // The asker leaves out what the agent knows.
            return new CallPrompt(orImages(task(messages), messages), images(messages));
        }
        var from = messages.size();
        while (from > 0 && messages.get(from - 1).role() != Role.ASSISTANT) {
            from--;
        }
        var latest = messages.stream().skip(from).filter(said -> said.role() == Role.USER).toList();
        var text = latest.stream().map(ChatMessage::text).collect(Collectors.joining("\n\n"));
        return new CallPrompt(orImages(text, latest), images(latest));
    }

    boolean isBlank() {
        return text.isBlank();
    }

    private static String orImages(String text, List<ChatMessage> messages) {
        return text.isBlank() && !images(messages).isEmpty() ? ONLY_IMAGES : text;
    }

    private static List<Action.Image> images(List<ChatMessage> messages) {
        return messages.stream()
                .flatMap(said -> said.images().stream())
                .map(ChatMessage.Image::content)
                .toList();
    }

    private static String task(List<ChatMessage> messages) {
        var marked = messages.stream().anyMatch(said -> said.role() != Role.USER);
        var system = messages.stream().filter(said -> said.role() == Role.SYSTEM);
        var others = messages.stream().filter(said -> said.role() != Role.SYSTEM);
        return Stream.concat(system, others)
                .map(said -> marked ? mark(said) : said.text())
                .collect(Collectors.joining("\n\n"));
    }

    private static String mark(ChatMessage said) {
        var role = said.role().name();
        return role.charAt(0) + role.substring(1).toLowerCase(Locale.ROOT) + ": " + said.text();
    }
}
