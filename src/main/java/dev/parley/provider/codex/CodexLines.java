package dev.parley.provider.codex;

import dev.parley.base.json.Json;
import dev.parley.base.json.JsonPath;
import dev.parley.event.Event;
import dev.parley.sessionfile.Kept;
import dev.parley.sessionfile.LineReader;
import dev.parley.sessionfile.SessionBuilder;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.scan.Line;
import dev.parley.sessionfile.scan.Scan;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Objects;

/// The lines of a Codex rollout. Each message is there twice, as what the model saw
/// (`response_item`) and as what happened (`event_msg`), so only one of them is read, which one
/// depends on the format:
///
/// - `paginated` (0.163 and later): finished items
/// - `legacy`: messages and thoughts as events, tools as items of the model
/// - until September 2025 the items of the model stood alone, without an envelope
final class CodexLines extends LineReader implements CodexFastScan.Rollout {
    private enum Format {
        PAGINATED,
        LEGACY,
        BARE
    }

    private final CodexFastScan outline = new CodexFastScan(this);
    private final CodexStoredUsage usage;
    private final CodexStoredItems items;
    private final CodexResponses responses;
    private final BitSet abandoned = new BitSet();
    private final Deque<Integer> turns = new ArrayDeque<>();
    private Format format = Format.BARE;
    private boolean hasMeta;
    private int node = -1;
    private int highest = -1;

    CodexLines(StoredFile file, SessionBuilder builder) {
        super(builder);
        usage = new CodexStoredUsage(builder);
        items = new CodexStoredItems(builder);
        responses = new CodexResponses(builder);
    }

    @Override
    protected boolean outline(Scan line, boolean areTextsWanted) {
        if (!outline.read(line, areTextsWanted)
                || (format == Format.BARE && outline.meta() == null)
                || (areTextsWanted && outline.events() > 0 && outline.said() == null)) {
            return false;
        }
        begin(outline.ordinal() < 0 ? node + 1 : outline.ordinal(), outline.time());
        if (outline.isContext()) {
            builder.model(outline.model());
        }
        if (outline.isItem()) {
            builder.addStart();
        }
        if (outline.isPrompt()) {
            turns.push(node);
        }
        if (outline.said() != null) {
            builder.add(outline.said());
        } else if (outline.isPrompt()) {
            builder.passOverPrompt();
        } else {
            builder.passOver(outline.events());
        }
        if (outline.tokens() != null) {
            usage.onRecord(outline.tokens());
        }
        if (outline.meta() != null) {
            onMeta(outline.meta());
        }
        return true;
    }

    /// @param ordinal because another file may say up to which one it shares this history
    private void begin(int ordinal, @Nullable Instant time) {
        node = ordinal;
        highest = Math.max(highest, node);
        builder.node(node);
        builder.at(time);
    }

    @Override
    protected void letGo() {
        outline.letGo();
    }

    @Override
    protected void hear(JsonNode line, Line raw) {
        var values = builder.values();
        begin(values.line(line.path("ordinal"), node + 1), values.time(line.path("timestamp")));
        var payload = line.path("payload");
        if (!payload.isObject()) {
            onBare(line, raw);
            return;
        }
        var type = line.path("type").asString("");
        switch (type) {
            case "session_meta" -> onMeta(CodexMeta.of(payload, values));
            case "turn_context" -> {
                builder.model(builder.values().text(payload.path("model")));
                builder.addStart();
            }
            case "response_item" -> onResponse(payload, raw);
            case "event_msg" -> onEvent(payload, raw);
            case "token_usage_record" -> usage.onRecord(payload);
            case "compacted" -> {
                builder.compacted();
                builder.summary(payload.path("message").asString(null), Kept.PROMPTS);
            }
            case "world_state", "retained_context" -> {}
            default -> builder.unknown(raw, "line type " + type);
        }
    }

    @Override
    public boolean isPaginated() {
        return format == Format.PAGINATED;
    }

    @Override
    public boolean hasRecords() {
        return usage.hasRecords();
    }

    @Override
    public boolean hasTitle() {
        return builder.hasTitle();
    }

    private void onMeta(CodexMeta meta) {
        usage.onMeta(Objects.toString(meta.id(), ""));
        if (hasMeta) {
            // A fork in the legacy format begins with the lines of its parent.
            return;
        }
        hasMeta = true;
        format = meta.isPaginated() ? Format.PAGINATED : Format.LEGACY;
        builder.nativeId(meta.id());
        builder.cwd(meta.cwd());
        builder.version(meta.version());
        builder.gitBranch(meta.branch());
        builder.forkedFrom(meta.forkedFrom());
        builder.parent(meta.parent());
        if (meta.base() != null) {
            builder.base(meta.base());
        }
    }

    /// Before there were envelopes: the first line describes the session, the rest are items.
    private void onBare(JsonNode line, Line raw) {
        if (line.has("id") && line.has("timestamp") && !line.has("type")) {
            builder.nativeId(builder.values().text(line.path("id")));
            JsonPath.text(line, "git.branch").ifPresent(builder::gitBranch);
            usage.onMeta(line.path("id").asString(""));
        } else if (line.has("type")) {
            onResponse(line, raw);
        } else if (!line.has("record_type")) {
            builder.unknown(raw, "no line of a rollout");
        }
    }

    private void onResponse(JsonNode item, Line raw) {
        switch (format) {
            // As the model saw its tools: two calls of one reply stay together.
            case PAGINATED -> {
                if (builder.isWhole()) {
                    responses.onTool(item, raw);
                }
            }
            case LEGACY -> responses.onTool(item, raw);
            case BARE -> responses.onItem(item, raw);
        }
    }

    private void onEvent(JsonNode event, Line raw) {
        var type = event.path("type").asString("");
        switch (type) {
            case "item_completed" -> onItem(event.path("item"), raw);
            case "user_message" -> onUser(event);
            case "agent_message" ->
                    say(new Event.AssistantSaid(event.path("message").asString(""), null));
            case "agent_reasoning" -> say(Event.Thought.whole(event.path("text").asString("")));
            case "token_count" -> usage.onCount(event.path("info"));
            case "task_complete", "turn_complete" -> onComplete(event.path("error"));
            case "turn_aborted" ->
                    say(
                            Event.Failed.warning(
                                    "The turn was stopped.",
                                    event.path("reason").asString("interrupted")));
            case "error" ->
                    say(Event.Failed.fatal(event.path("message").asString(""), "turn_failed"));
            case "stream_error", "warning" ->
                    say(Event.Failed.warning(event.path("message").asString(""), "warning"));
            case "thread_rolled_back" -> rollBack(event.path("num_turns").asInt(0));
            case "task_started", "turn_started", "thread_settings_applied" -> {}
            case "context_compacted", "agent_reasoning_raw_content", "thread_name_updated" -> {}
            case "entered_review_mode", "exited_review_mode", "undo_completed" -> {}
            default -> builder.unknown(raw, "event " + type);
        }
    }

    private void say(Event event) {
        builder.addStart();
        builder.add(event);
    }

    private void onItem(JsonNode item, Line raw) {
        if (item.path("type").asString("").equals("UserMessage")) {
            turns.push(node);
        }
        builder.addStart();
        items.onItem(item, raw);
    }

    private void onUser(JsonNode event) {
        turns.push(node);
        event.path("images").forEach(image -> builder.image(image.asString("")));
        say(new Event.UserSaid(event.path("message").asString(""), null));
    }

    /// The API's own error object comes as a string inside the message.
    private void onComplete(JsonNode error) {
        JsonPath.text(error, "message")
                .ifPresent(message -> {
                    var body = Json.parseObject(message);
                    say(
                            Event.Failed.fatal(
                                    body.flatMap(json -> JsonPath.text(json, "error.message"))
                                            .orElse(message),
                                    body.flatMap(json -> JsonPath.text(json, "error.code"))
                                            .or(() -> JsonPath.text(error, "codex_error_info"))
                                            .orElse("turn_failed")));
                });
    }

    /// Until 0.16x: the last turns are no longer part of the conversation.
    private void rollBack(int count) {
        var from = node;
        for (var left = count; left > 0 && !turns.isEmpty(); left--) {
            from = turns.pop();
        }
        // Numbers of lines grow, unless somebody made them up.
        abandoned.set(Math.min(from, node), node);
    }

    @Override
    protected BitSet active() {
        var active = new BitSet(highest + 1);
        active.set(0, highest + 1);
        active.andNot(abandoned);
        return active;
    }
}
