package dev.parley.work.call;

import dev.parley.event.Action;
import dev.parley.event.OwnWords;
import dev.parley.work.call.ChatMessage.Role;

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
        return whole(agentFile, "", call);
    }

    /// @param notice what Parley itself has to say about the call
    static CallPrompt whole(Optional<String> agentFile, String notice, Call call) {
        var instructions =
                Stream.of(agentFile.map(String::strip).orElse(""), notice)
                        .filter(text -> !text.isEmpty())
                        .map(text -> text + "\n\n")
                        .collect(Collectors.joining());
        var above = instructions + OwnWords.TASK_LINE + "\n";
        return new CallPrompt(above + task(call.messages()), images(call.messages()));
    }

    /// Only what an agent that remembers the rest has not heard yet.
    static CallPrompt latest(Call call) {
        var messages = call.messages();
        if (call.memory().mustBeKnown()) {
            // The asker leaves out what the agent knows.
            return new CallPrompt(orImages(task(messages), messages), images(messages));
        }
        var from = FunctionResults.answered(messages);
        var latest = messages.stream().skip(from).filter(said -> said.role() == Role.USER).toList();
        var text = latest.stream().map(ChatMessage::text).collect(Collectors.joining("\n\n"));
        return new CallPrompt(orImages(text, latest), images(latest));
    }

    /// The same with a notice of Parley's above it.
    CallPrompt below(String notice) {
        return notice.isEmpty() ? this : new CallPrompt(notice + "\n\n" + text, images);
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
                .map(said -> marked ? mark(said, messages) : said.text())
                .collect(Collectors.joining("\n\n"));
    }

    private static String mark(ChatMessage said, List<ChatMessage> all) {
        if (said.callId() != null) {
            return "Result of " + called(said.callId(), all) + ": " + said.text();
        }
        var role = said.role().name();
        var who = role.charAt(0) + role.substring(1).toLowerCase(Locale.ROOT);
        var calls =
                said.calls().stream()
                        .map(call ->
                                "%s called %s (%s): %s"
                                        .formatted(who, call.name(), call.id(), call.arguments()));
        var words =
                said.text().isEmpty() ? Stream.<String>of() : Stream.of(who + ": " + said.text());
        return Stream.concat(words, calls).collect(Collectors.joining("\n"));
    }

    private static String called(String id, List<ChatMessage> all) {
        return all.stream()
                        .flatMap(message -> message.calls().stream())
                        .filter(call -> call.id().equals(id))
                        .map(call -> call.name() + " ")
                        .findFirst()
                        .orElse("")
                + "("
                + id
                + ")";
    }
}
