package dev.parley.testing.model;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What a model was sent, told the same way for every API.
///
/// @param systemText instructions of any kind: system prompt, developer messages
/// @param userTexts one element per text block, so injected reminders and the prompt can be told
///   apart
/// @param toolResults what the tools gave back, oldest first
public record Conversation(
        String modelName,
        String systemText,
        List<String> userTexts,
        List<String> assistantTexts,
        List<Offer> offers,
        List<String> toolResults,
        boolean hasImage) {

    /// A tool the CLI offers. A free-form tool takes text instead of JSON (`apply_patch`).
    public record Offer(String name, JsonNode schema, boolean freeForm) {}

    private static final Pattern DIRECTORY =
            Pattern.compile(
                    "(?:[Ww]orking directory|working in the directory|<cwd>)[^/\\n]{0,12}(/[^\\s<\"`]+)");

    public Conversation {
        userTexts = List.copyOf(userTexts);
        assistantTexts = List.copyOf(assistantTexts);
        offers = List.copyOf(offers);
        toolResults = List.copyOf(toolResults);
    }

    public String lastUserText() {
        return userTexts.isEmpty() ? "" : userTexts.getLast();
    }

    /// The directory the CLI says it works in; each tells its model somewhere.
    public Optional<Path> workingDirectory() {
        return Stream.concat(Stream.of(systemText), userTexts.stream())
                .map(DIRECTORY::matcher)
                .filter(Matcher::find)
                .map(found -> Path.of(found.group(1)))
                .findFirst();
    }
}
