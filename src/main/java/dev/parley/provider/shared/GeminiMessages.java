package dev.parley.provider.shared;

import dev.parley.base.json.Json;
import dev.parley.base.json.JsonPath;
import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.sessionfile.SeenIds;
import dev.parley.sessionfile.SessionBuilder;

import tools.jackson.databind.JsonNode;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.stream.Collectors;

/// The messages of a stored Gemini session, each part told once however often it is written: tool
/// calls are added to a message after the fact, and an editor's session gathers those of all turns
/// in one.
final class GeminiMessages {
    private static final String UNTRUSTED = "<untrusted_context>";

    private final SessionBuilder builder;
    private SeenIds told = new SeenIds();
    private final SeenIds prompts = new SeenIds();

    /// The message in which a call was told.
    private final Map<String, String> toldIn = new HashMap<>();

    private String reading = "";

    GeminiMessages(SessionBuilder builder) {
        this.builder = builder;
    }

    /// Whether a list that replaces all has calls of messages that are not in it.
    boolean lostCalls(JsonNode list) {
        var ids = new HashSet<String>();
        list.forEach(message -> ids.add(message.path("id").asString("")));
        return list.valueStream()
                .flatMap(message -> message.path("content").valueStream())
                .map(part -> part.path("functionCall").path("id").asString(""))
                .map(toldIn::get)
                .anyMatch(message -> message != null && !ids.contains(message));
    }

    /// Forgets what was told, but not which prompts there were: they count once.
    void tellAnew() {
        told = new SeenIds();
        toldIn.clear();
    }

    void read(JsonNode message) {
        reading = message.path("id").asString("");
        builder.at(builder.values().time(message.path("timestamp")));
        switch (message.path("type").asString("")) {
            case "user" -> onUser(message);
            case "gemini" -> onAnswer(message);
            case "error" -> onError(message);
            case "info", "warning" -> {}
            case String other -> builder.unknown(Json.write(message), "message type " + other);
        }
    }

    private void onUser(JsonNode message) {
        var id = message.path("id").asString("");
        var content = message.path("content");
        builder.message(id);
        content.forEach(part -> onResponse(part.path("functionResponse")));
        var said = builder.isWhole() ? plain(words(content)) : text(content);
        var isSomething = !said.isBlank() || (builder.isWhole() && hasImage(content));
        if (isSomething && !isContext(said) && told.add("user " + id)) {
            builder.addStart();
            for (var part : content) {
                builder.image(
                        part.path("inlineData").path("mimeType").asString("image/png"),
                        part.path("inlineData").path("data").asString(""));
            }
            var prompt = new Event.UserSaid(said, id);
            if (prompts.add(id)) {
                builder.add(prompt);
            } else {
                builder.addAgain(prompt);
            }
        }
    }

    private static boolean isContext(String said) {
        return said.startsWith("<session_context>")
                || said.startsWith("<hook_context>")
                || said.startsWith("<state_snapshot>")
                || said.startsWith("This is the Gemini CLI. We are setting up the context");
    }

    private void onAnswer(JsonNode message) {
        var id = message.path("id").asString("");
        builder.message(id);
        builder.model(builder.values().text(message.path("model")));
        for (var thought : message.path("thoughts")) {
            var text =
                    thought.path("subject").asString("")
                            + ": "
                            + thought.path("description").asString("");
            if (told.add("thought " + id + text)) {
                builder.add(new Event.Thought(text, null, id));
            }
        }
        var said = text(message.path("content"));
        if (!said.isBlank() && told.add("said " + id)) {
            builder.add(new Event.AssistantSaid(said, id));
        }
        message.path("content").forEach(part -> onCall(part.path("functionCall"), "args"));
        message.path("toolCalls").forEach(this::onTool);
        if (message.path("tokens").isObject()) {
            builder.count(
                    id,
                    builder.values().text(message.path("model")),
                    usage(message.path("tokens")),
                    0);
        }
    }

    /// The input has the cached tokens in it; the output lacks the thoughts.
    private Usage usage(JsonNode tokens) {
        var values = builder.values();
        var thoughts = values.tokens(tokens.path("thoughts"));
        return new Usage(
                values.tokens(tokens.path("input")),
                values.tokens(tokens.path("output")) + thoughts,
                values.tokens(tokens.path("cached")),
                thoughts,
                null);
    }

    private void onTool(JsonNode tool) {
        onCall(tool, "args");
        var id = tool.path("id").asString("");
        var status = tool.path("status").asString("");
        var isDone =
                status.equals("success") || status.equals("error") || status.equals("cancelled");
        if (isDone && told.add("result " + id)) {
            builder.add(
                    new Event.ToolReturned(
                            id,
                            tool.path("name").asString(null),
                            output(tool),
                            !status.equals("success"),
                            null));
        }
    }

    private void onCall(JsonNode call, String arguments) {
        var id = call.path("id").asString("");
        if (!id.isEmpty() && told.add("call " + id)) {
            toldIn.put(id, reading);
            builder.add(
                    new Event.ToolCalled(
                            id,
                            call.path("name").asString(""),
                            call.has(arguments) ? call.path(arguments) : Json.object()));
        }
    }

    /// What was shown to the person, unless that was a picture of it, such as a coloured diff.
    private String output(JsonNode tool) {
        return JsonPath.text(tool, "resultDisplay")
                .filter(text -> !text.isBlank() && !builder.isWhole())
                .or(() -> JsonPath.text(tool, "result[0].functionResponse.response.output"))
                .or(() -> JsonPath.text(tool, "result[0].functionResponse.response.error"))
                .or(() -> JsonPath.text(tool, "resultDisplay"))
                .map(this::unwrapped)
                .orElse("");
    }

    /// The result as the model got it; where the call itself was not written down, this is all.
    private void onResponse(JsonNode response) {
        var id = response.path("id").asString("");
        if (!id.isEmpty() && told.add("result " + id)) {
            onCall(response, "none");
            var error = JsonPath.text(response, "response.error");
            builder.add(
                    new Event.ToolReturned(
                            id,
                            response.path("name").asString(null),
                            error.or(() -> JsonPath.text(response, "response.output"))
                                    .map(this::unwrapped)
                                    .orElse(""),
                            error.isPresent(),
                            null));
        }
    }

    private void onError(JsonNode message) {
        var id = message.path("id").asString("");
        if (told.add("error " + id)) {
            builder.add(Event.Failed.fatal(text(message.path("content")), "error"));
        }
    }

    /// What a tool said, without the warning to the model around it.
    private String unwrapped(String text) {
        if (!builder.isWhole() || !text.startsWith(UNTRUSTED)) {
            return text;
        }
        var end = text.lastIndexOf("</untrusted_context>");
        return text.substring(UNTRUSTED.length(), end < 0 ? text.length() : end).strip();
    }

    /// The message that stands for a conversation: the first that is not about the machine.
    static String summary(JsonNode messages) {
        return messages.valueStream()
                .filter(message -> message.path("type").asString("").equals("user"))
                .map(message -> words(message.path("content")))
                .filter(text -> !text.isBlank() && !text.startsWith("<session_context>"))
                .findFirst()
                .orElse("");
    }

    /// What the CLI would take for a command has a blank before it when it was brought here.
    private static String plain(String said) {
        return said.startsWith(" /") || said.startsWith(" ?") ? said.substring(1) : said;
    }

    /// Whether a person said it: results of tools and what the CLI tells come the same way.
    static boolean isPrompt(JsonNode message) {
        var content = message.path("content");
        var said = words(content);
        return message.path("type").asString("").equals("user")
                && (!said.isBlank() || hasImage(content))
                && !isContext(said);
    }

    private static boolean hasImage(JsonNode content) {
        return content.isArray() && content.valueStream().anyMatch(part -> part.has("inlineData"));
    }

    private static String words(JsonNode content) {
        return content.isArray()
                ? content.valueStream()
                        .filter(part -> part.has("text"))
                        .map(part -> part.path("text").asString(""))
                        .collect(Collectors.joining("\n"))
                : content.asString("");
    }

    /// A string, or parts.
    static String text(JsonNode content) {
        return content.isArray()
                ? content.valueStream()
                        .filter(part -> part.has("text") || part.has("inlineData"))
                        .map(part -> part.path("text").asString("[image]"))
                        .collect(Collectors.joining("\n"))
                : content.asString("");
    }
}
