package dev.parley.testing.model;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A request as it came in, and what it says whichever API it came through.
///
/// @param path with the query
/// @param headers names in lower case, first value each
/// @param isSideRequest a title, router, classifier, probe or summary: answered without using up
///   the script
public record ModelRequest(
        ModelApi api,
        String path,
        Map<String, String> headers,
        JsonNode body,
        Conversation conversation,
        boolean isSideRequest) {

    public String modelName() {
        return conversation.modelName();
    }

    public String systemText() {
        return conversation.systemText();
    }

    public List<String> userTexts() {
        return conversation.userTexts();
    }

    public List<String> assistantTexts() {
        return conversation.assistantTexts();
    }

    public List<String> toolNames() {
        return conversation.offers().stream().map(Conversation.Offer::name).toList();
    }

    public List<String> toolResults() {
        return conversation.toolResults();
    }

    public boolean hasImage() {
        return conversation.hasImage();
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }

    @Override
    public String toString() {
        return path + (isSideRequest ? " (side) " : " ") + Json.write(body);
    }
}
