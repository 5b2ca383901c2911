package dev.parley.provider.opencode;

import dev.parley.base.json.Json;
import dev.parley.base.json.JsonPath;
import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.sessionfile.Branches;
import dev.parley.sessionfile.Kept;
import dev.parley.sessionfile.SessionBuilder;
import dev.parley.sessionfile.StoredEvent;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Optional;
import java.util.regex.Pattern;

/// The messages of a stored OpenCode session and their parts, the same in the database and in the
/// documents before it. After a revert the messages behind it stay until the next prompt.
final class OpenCodeMessages {
    /// A part or a message, with the id that is not in its data.
    record Stored(String id, JsonNode data) {}

    private static final Pattern NO_TITLE = Pattern.compile("(New|Child) session - \\d{4}-");

    private final SessionBuilder builder;
    private final @Nullable String revertedMessage;
    private final @Nullable String revertedPart;
    private final Branches numbers = new Branches();
    // Told by the message before the summary.
    private Kept kept = Kept.NOTHING;

    /// @param revert the session's own note of it, or nothing
    OpenCodeMessages(SessionBuilder builder, JsonNode revert) {
        this.builder = builder;
        revertedMessage = revert.path("messageID").asString(null);
        revertedPart = revert.path("partID").asString(null);
    }

    /// @param parts may be read one by one, as large as they are
    void read(Stored message, Iterable<Stored> parts) {
        var data = message.data();
        builder.at(builder.values().millis(data.path("time").path("created")));
        JsonPath.text(data, "path.cwd").ifPresent(builder::cwd);
        builder.addStart();
        var isUser = data.path("role").asString("").equals("user");
        builder.message(message.id());
        var model = data.path("modelID").asString(null);
        if (!isUser) {
            builder.model(model);
        }
        // What stands in the place of a conversation that became too long.
        var isSummary = data.path("summary").asBoolean(false);
        var number = numbers.append(message.id());
        for (var part : parts) {
            builder.node(isReverted(message.id(), part.id()) ? StoredEvent.ABANDONED : number);
            builder.attempt(() -> onPart(part, isUser, isSummary));
        }
        builder.node(isReverted(message.id(), "") ? StoredEvent.ABANDONED : number);
        if (builder.hasImages()) {
            builder.add(new Event.UserSaid("", message.id()));
        }
        if (!isUser) {
            onAnswered(data, model);
        }
    }

    /// Ids grow with time.
    private boolean isReverted(String message, String part) {
        if (revertedMessage == null || message.compareTo(revertedMessage) < 0) {
            return false;
        }
        return !message.equals(revertedMessage)
                || revertedPart == null
                || part.compareTo(revertedPart) >= 0;
    }

    private void onPart(Stored part, boolean isUser, boolean isSummary) {
        var data = part.data();
        switch (data.path("type").asString("")) {
            case "text" -> {
                if (isSummary) {
                    builder.summary(data.path("text").asString(""), kept);
                } else {
                    onText(data, part.id(), isUser);
                }
            }
            case "reasoning" -> {
                if (!data.path("text").asString("").isBlank()) {
                    builder.add(new Event.Thought(data.path("text").asString(""), null, part.id()));
                }
            }
            case "tool" -> onTool(data);
            case "retry" ->
                    builder.add(
                            Event.Failed.warning(
                                    JsonPath.text(data, "error.data.message")
                                            .orElse("The request failed."),
                                    "retry"));
            case "compaction" -> {
                builder.compacted();
                var first = numbers.find(data.path("tail_start_id").asString(""), -1);
                kept = first < 0 ? Kept.NOTHING : new Kept.Since(first);
            }
            case "step-start", "step-finish", "snapshot", "patch", "agent", "subtask" -> {}
            case "file" -> {
                if (isUser) {
                    builder.image(data.path("url").asString(""));
                }
            }
            case String other -> builder.unknown(Json.write(data), "part " + other);
        }
    }

    private void onText(JsonNode part, String id, boolean isUser) {
        var text = part.path("text").asString("");
        var isHidden =
                part.path("synthetic").asBoolean(false) || part.path("ignored").asBoolean(false);
        if (!text.isBlank() && !isHidden) {
            builder.add(isUser ? new Event.UserSaid(text, id) : new Event.AssistantSaid(text, id));
        }
    }

    /// As [OpenCodeOneShot] tells it, but also while it runs.
    private void onTool(JsonNode part) {
        var called = OpenCodeOneShot.onTool(part).events();
        var status = part.path("state").path("status").asString("");
        var isDone = status.equals("completed") || status.equals("error");
        builder.add(isDone ? called : called.subList(0, 1));
    }

    private void onAnswered(JsonNode data, @Nullable String model) {
        builder.at(builder.values().millis(data.path("time").path("completed")));
        var error = data.path("error");
        if (error.isObject()) {
            builder.add(
                    error.path("name").asString("").equals("MessageAbortedError")
                            ? Event.Failed.warning("The turn was stopped.", "interrupted")
                            : OpenCodeOneShot.failure(error));
        }
        var usage = usage(data);
        // What was brought from elsewhere was paid there: it has no tokens, and never had a total.
        if (usage.inputTokens() + usage.outputTokens() > 0 || data.path("tokens").has("total")) {
            builder.count(key(data, usage), model, usage, written(data));
        }
    }

    /// Before there was a total, the output had the reasoning in it.
    private Usage usage(JsonNode data) {
        var values = builder.values();
        var tokens = data.path("tokens");
        var cached = values.tokens(tokens.path("cache").path("read"));
        var reasoning = values.tokens(tokens.path("reasoning"));
        var cost = values.cost(data.path("cost"));
        return new Usage(
                values.tokens(tokens.path("input")) + written(data) + cached,
                values.tokens(tokens.path("output")) + (tokens.has("total") ? reasoning : 0),
                cached,
                reasoning,
                cost == null ? 0 : cost);
    }

    /// A fork copies messages under new ids, with their times; a migrated one keeps its id.
    private static String key(JsonNode data, Usage usage) {
        return "%s@%s-%s:%d/%d"
                .formatted(
                        data.path("modelID").asString(""),
                        JsonPath.text(data, "time.created").orElse(""),
                        JsonPath.text(data, "time.completed").orElse(""),
                        usage.inputTokens(),
                        usage.outputTokens());
    }

    private long written(JsonNode data) {
        return builder.values().tokens(data.path("tokens").path("cache").path("write"));
    }

    /// Its name, unless that is only the one it gets before it has one.
    static Optional<String> title(@Nullable String title) {
        return Optional.ofNullable(title).filter(name -> !NO_TITLE.matcher(name).lookingAt());
    }
}
