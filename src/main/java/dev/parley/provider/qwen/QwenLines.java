package dev.parley.provider.qwen;

import dev.parley.base.json.Json;
import dev.parley.base.json.JsonPath;
import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.sessionfile.Branches;
import dev.parley.sessionfile.Kept;
import dev.parley.sessionfile.LineReader;
import dev.parley.sessionfile.SessionBuilder;
import dev.parley.sessionfile.SessionBuilder.TitleBy;
import dev.parley.sessionfile.scan.Line;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.BitSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The lines of a Qwen Code session: a tree by `parentUuid` whose active branch ends with the last
/// line. Messages have the parts of Gemini's API. The usage of a request is told twice, by the
/// CLI's own telemetry before the answer and with the answer; the telemetry also knows the requests
/// of subagents, which have no lines of their own.
final class QwenLines extends LineReader {
    private static final Pattern SHELL =
            Pattern.compile(
                    "Command: .*?\\nDirectory: [^\\n]*\\n(?:Output|Stdout): (.*?)\\n"
                            + "(?:Error|Stderr): (.*?)\\nExit Code: (.*?)\\n.*",
                    Pattern.DOTALL);

    /// What the CLI lets the model answer to the summary that replaces a conversation.
    private static final String ACKNOWLEDGED = "Got it. Thanks for the additional context";

    private final Branches branches = new Branches();
    private boolean isCounted;

    QwenLines(SessionBuilder builder) {
        super(builder);
    }

    @Override
    protected void hear(JsonNode line, Line raw) {
        var id = line.path("uuid").asString(null);
        if (id != null && branches.find(id, -1) >= 0) {
            return;
        }
        builder.node(branches.add(id, line.path("parentUuid").asString(null)));
        builder.at(builder.values().time(line.path("timestamp")));
        builder.cwd(builder.values().text(line.path("cwd")));
        builder.version(builder.values().text(line.path("version")));
        builder.gitBranch(builder.values().text(line.path("gitBranch")));
        builder.model(builder.values().text(line.path("model")));
        builder.addStart();
        switch (line.path("type").asString("")) {
            case "user" -> onUser(line, id);
            case "assistant" -> onAssistant(line, id);
            case "tool_result" -> onToolResult(line);
            case "system" -> onSystem(line);
            case String other -> builder.unknown(raw, "line type " + other);
        }
    }

    private void onUser(JsonNode line, @Nullable String id) {
        builder.message(null);
        if (builder.isWhole()) {
            for (var part : line.path("message").path("parts")) {
                var image = part.path("inlineData");
                builder.image(
                        image.path("mimeType").asString("image/png"),
                        image.path("data").asString(""));
            }
        }
        var said = text(line, false);
        if (!said.isBlank() || builder.hasImages()) {
            builder.add(new Event.UserSaid(said, id));
        }
    }

    private void onAssistant(JsonNode line, @Nullable String id) {
        builder.message(id);
        var thought = text(line, true);
        if (!thought.isBlank()) {
            builder.add(new Event.Thought(thought, null, id));
        }
        var said = text(line, false);
        if (!said.isBlank()) {
            builder.add(new Event.AssistantSaid(said, id));
        }
        for (var part : line.path("message").path("parts")) {
            var call = part.path("functionCall");
            if (call.isObject()) {
                builder.add(
                        new Event.ToolCalled(
                                call.path("id").asString(""),
                                call.path("name").asString(""),
                                call.has("args") ? call.path("args") : Json.object()));
            }
        }
        var usage = line.path("usageMetadata");
        if (usage.isObject() && !isCounted) {
            builder.count(String.valueOf(id), builder.model(), usage(usage), 0);
        }
        isCounted = false;
    }

    private Usage usage(JsonNode usage) {
        var values = builder.values();
        return used(
                values.tokens(usage.path("promptTokenCount")),
                values.tokens(usage.path("candidatesTokenCount")),
                values.tokens(usage.path("totalTokenCount")),
                values.tokens(usage.path("cachedContentTokenCount")),
                values.tokens(usage.path("thoughtsTokenCount")));
    }

    /// Whether the output has the thoughts in it depends on the model's API; the total always has.
    private static Usage used(long input, long said, long total, long cached, long thoughts) {
        return new Usage(input, Math.max(said, total - input), cached, thoughts, null);
    }

    private String text(JsonNode line, boolean isThought) {
        var image = builder.isWhole() ? "" : "[image]";
        return line.path("message")
                .path("parts")
                .valueStream()
                .filter(part -> part.path("thought").asBoolean(false) == isThought)
                .map(part -> part.path("text").asString(part.has("inlineData") ? image : ""))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    private void onToolResult(JsonNode line) {
        var isError = line.path("toolCallResult").path("status").asString("").equals("error");
        for (var part : line.path("message").path("parts")) {
            var result = part.path("functionResponse");
            if (result.isObject()) {
                var error = JsonPath.text(result, "response.error");
                builder.add(
                        new Event.ToolReturned(
                                result.path("id").asString(""),
                                result.path("name").asString(null),
                                error.or(() -> JsonPath.text(result, "response.output"))
                                        .map(
                                                builder.isWhole()
                                                        ? QwenLines::unwrapped
                                                        : text -> text)
                                        .orElse(""),
                                isError || error.isPresent(),
                                null));
            }
        }
    }

    /// What a command wrote, without what the CLI says of it.
    static String unwrapped(String text) {
        var found = SHELL.matcher(text);
        if (!found.matches()) {
            return text;
        }
        var said = found.group(1).equals("(empty)") ? "" : found.group(1);
        return found.group(2).equals("(none)") ? said : said + "\n" + found.group(2);
    }

    private void onSystem(JsonNode line) {
        var payload = line.path("systemPayload");
        switch (line.path("subtype").asString("")) {
            case "ui_telemetry" -> onTelemetry(payload.path("uiEvent"));
            case "custom_title" ->
                    builder.title(
                            payload.path("customTitle").asString(null),
                            payload.path("titleSource").asString("manual").equals("manual")
                                    ? TitleBy.PERSON
                                    : TitleBy.CLI);
            case "chat_compression" -> onCompression(payload.path("compressedHistory"));
            case "parent_session" ->
                    builder.forkedFrom(builder.values().text(payload.path("parentSessionId")));
            case "mid_turn_user_message" ->
                    JsonPath.text(payload, "text")
                            .ifPresent(text ->
                                    builder.add(
                                            new Event.UserSaid(
                                                    text, line.path("uuid").asString(null))));
            // Snapshots and settings; a rewind only moves the branch, by its parent.
            default -> {}
        }
    }

    /// `/compress-fast` only empties old results: then the list is the conversation itself.
    private void onCompression(JsonNode history) {
        builder.compacted();
        var answer = JsonPath.text(history.path(1), "parts[0].text").orElse("");
        if (answer.startsWith(ACKNOWLEDGED)) {
            builder.summary(
                    JsonPath.text(history.path(0), "parts[0].text").orElse(null), Kept.NOTHING);
        }
    }

    private void onTelemetry(JsonNode event) {
        switch (event.path("event.name").asString("")) {
            case "qwen-code.api_response" -> onResponse(event);
            case "qwen-code.api_error" ->
                    builder.add(
                            Event.Failed.warning(
                                    event.path("error_message").asString("The request failed."),
                                    event.path("status_code")
                                            .asString(
                                                    event.path("error_type")
                                                            .asString("api_error"))));
            // Tool calls have lines of their own.
            default -> {}
        }
    }

    private void onResponse(JsonNode event) {
        // A subagent's request is followed by no answer in this file.
        isCounted |= !event.has("subagent_name");
        var values = builder.values();
        var usage =
                used(
                        values.tokens(event.path("input_token_count")),
                        values.tokens(event.path("output_token_count")),
                        values.tokens(event.path("total_token_count")),
                        values.tokens(event.path("cached_content_token_count")),
                        values.tokens(event.path("thoughts_token_count")));
        // Some servers give every response the same id.
        var key =
                event.path("response_id").asString("")
                        + "@"
                        + event.path("event.timestamp").asString("");
        var model = values.text(event.path("model"));
        builder.model(model);
        builder.count(key, model, usage, 0);
    }

    @Override
    protected BitSet active() {
        return branches.active();
    }
}
