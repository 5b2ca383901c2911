package dev.parley.provider.claude;

import dev.parley.event.Event;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What a person typed, out of the user messages of a stored session: the CLI writes commands,
/// their output and notices of its own in the same place.
final class ClaudePrompt {
    private static final Pattern COMMAND =
            Pattern.compile("<command-name>(.*?)</command-name>", Pattern.DOTALL);
    private static final Pattern ARGUMENTS =
            Pattern.compile("<command-args>(.*?)(?:</command-args>|$)", Pattern.DOTALL);
    private static final String INTERRUPTED = "[Request interrupted by user";

    private ClaudePrompt() {}

    /// @param content a text, or blocks
    /// @param hasImages whether they are told beside it, so that the text need not name them
    static Optional<Event> said(JsonNode content, @Nullable String id, boolean hasImages) {
        var text = text(content, !hasImages);
        if (isNotice(text.stripLeading()) || (text.isBlank() && !hasImages)) {
            return Optional.empty();
        }
        if (text.startsWith(INTERRUPTED)) {
            return Optional.of(Event.Failed.warning(text, "interrupted"));
        }
        return Optional.of(new Event.UserSaid(command(text), id));
    }

    private static boolean isNotice(String text) {
        return text.startsWith("<local-command-")
                || text.startsWith("<task-notification>")
                || text.startsWith("<system-reminder>");
    }

    /// A command as it was typed.
    private static String command(String text) {
        var command = COMMAND.matcher(text);
        if (!text.startsWith("<command-") || !command.find()) {
            return text;
        }
        var arguments = ARGUMENTS.matcher(text);
        return (command.group(1) + (arguments.find() ? " " + arguments.group(1) : "")).strip();
    }

    static String text(JsonNode content) {
        return text(content, true);
    }

    private static String text(JsonNode content, boolean areImagesNamed) {
        return content.isArray() ? ofBlocks(content, areImagesNamed) : content.asString("");
    }

    private static String ofBlocks(JsonNode blocks, boolean areImagesNamed) {
        return blocks.valueStream()
                .map(block ->
                        switch (block.path("type").asString("")) {
                            case "text" -> block.path("text").asString("");
                            case "tool_result" -> "";
                            case "image" -> areImagesNamed ? "[image]" : "";
                            case String other -> "[" + other + "]";
                        })
                .filter(text -> !text.isBlank() && !isNotice(text.stripLeading()))
                .collect(Collectors.joining("\n"));
    }
}
