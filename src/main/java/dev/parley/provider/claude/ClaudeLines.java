package dev.parley.provider.claude;

import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.json.JsonPath;
import dev.parley.stored.Branches;
import dev.parley.stored.Chronicle;
import dev.parley.stored.Chronicle.TitleBy;
import dev.parley.stored.LineReader;
import dev.parley.stored.StoredFile;

import tools.jackson.databind.JsonNode;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/// The lines of a Claude Code session. They form a tree by `parentUuid`: rewinding and resuming
/// twice make branches, a compaction starts a new root that names its logical parent. The usage of
/// a request is repeated on the line of every block of its answer, and a fork copies lines with
/// their ids into another file.
final class ClaudeLines extends LineReader {
    private static final int SUMMARIES = 100;

    private final boolean isSubagent;
    private final Branches branches = new Branches();
    // A summary stands before the line it is about, or in the file of another session.
    private final Map<String, String> summaries = new HashMap<>();

    ClaudeLines(StoredFile file, Chronicle chronicle) {
        super(chronicle);
        // Since 2.0 in a folder of their own, before that beside the sessions.
        isSubagent =
                file.parent() != null || file.path().getFileName().toString().startsWith("agent-");
    }

    /// The requests as they were sent: most of the bytes of a short session, and nothing that is
    /// not said elsewhere.
    @Override
    protected boolean isIgnored(String line) {
        return line.startsWith("{\"type\":\"api-request");
    }

    @Override
    protected void hear(JsonNode line, String text) {
        switch (line.path("type").asString("")) {
            case "user" -> onLine(line, this::onUser);
            case "assistant" -> onLine(line, this::onAssistant);
            case "attachment" -> onLine(line, this::onAttachment);
            case "system" -> onLine(line, this::onSystem);
            case "last-prompt" -> JsonPath.text(line, "leafUuid").ifPresent(branches::moveTo);
            case "custom-title" ->
                    chronicle.title(line.path("customTitle").asString(null), TitleBy.PERSON);
            case "ai-title" -> chronicle.title(line.path("aiTitle").asString(null), TitleBy.CLI);
            case "summary" -> onSummary(line);
            case "progress", "api-request", "api-request-blob", "api-request-shape" -> {}
            case "queue-operation", "cost-state", "tools-used", "agent-name", "agent-setting" -> {}
            case "mode", "permission-mode", "atis-latch", "tag", "pr-link", "worktree-state" -> {}
            case "file-history-snapshot", "file-history-delta" -> {}
            case String other -> chronicle.unknown(text, "line type " + other);
        }
    }

    private interface Handler {
        void on(JsonNode line);
    }

    /// A link of the chain, whether it says something or not.
    private void onLine(JsonNode line, Handler handler) {
        var id = line.path("uuid").asString(null);
        if (id != null && branches.find(id, -1) >= 0) {
            return;
        }
        var parent =
                JsonPath.text(line, "parentUuid")
                        .or(() -> JsonPath.text(line, "logicalParentUuid"))
                        .orElse(null);
        if (line.path("isSidechain").asBoolean(false) && !isSubagent) {
            chronicle.node(branches.aside(id, parent));
        } else if (isToolResult(line)) {
            chronicle.node(branches.attach(id, parent));
        } else {
            chronicle.node(branches.add(id, parent));
        }
        time(line.path("timestamp")).ifPresent(chronicle::at);
        chronicle.cwd(line.path("cwd").asString(null));
        chronicle.gitBranch(line.path("gitBranch").asString(null));
        chronicle.version(line.path("version").asString(null));
        if (isSubagent) {
            chronicle.parent(line.path("sessionId").asString(null));
        }
        chronicle.tellStart();
        handler.on(line);
        var summary = id == null ? null : summaries.remove(id);
        chronicle.title(summary, TitleBy.CLI);
    }

    private static boolean isToolResult(JsonNode line) {
        var content = line.path("message").path("content");
        return content.isArray() && content.path(0).path("type").asString("").equals("tool_result");
    }

    private void onUser(JsonNode line) {
        var message = line.path("message");
        chronicle.tell(ClaudeBlocks.returned(message).events());
        if (!isWrittenByTheCli(line)) {
            ClaudePrompt.said(message.path("content"), line.path("uuid").asString(null))
                    .ifPresent(chronicle::tell);
        }
    }

    private static boolean isWrittenByTheCli(JsonNode line) {
        return line.path("isMeta").asBoolean(false)
                || line.path("isCompactSummary").asBoolean(false)
                || line.path("isVisibleInTranscriptOnly").asBoolean(false);
    }

    private void onAssistant(JsonNode line) {
        var message = line.path("message");
        var model = message.path("model").asString("");
        if (line.path("isApiErrorMessage").asBoolean(false)) {
            chronicle.tell(failure(line));
            return;
        }
        // What the CLI itself puts in the place of an answer.
        var isReal = !model.equals("<synthetic>");
        chronicle.model(isReal ? model : null);
        chronicle.tell(ClaudeBlocks.said(message).events());
        if (isReal && message.path("usage").isObject()) {
            chronicle.count(key(line), model, usage(message), written(message.path("usage")));
        }
    }

    private static Event failure(JsonNode line) {
        var text = JsonPath.text(line, "message.content[0].text").orElse("Claude Code failed.");
        var code = JsonPath.text(line, "apiErrorType").or(() -> JsonPath.text(line, "error"));
        return Event.Failed.fatal(text, code.orElse("api_error"));
    }

    /// The same in every file the line was copied to.
    private static String key(JsonNode line) {
        var id = line.path("message").path("id").asString(line.path("uuid").asString(""));
        return id + ":" + line.path("requestId").asString("");
    }

    /// Cached tokens are counted beside the input here, not within it.
    private static Usage usage(JsonNode message) {
        var usage = message.path("usage");
        var cached = usage.path("cache_read_input_tokens").asLong(0);
        var thinking = usage.path("output_tokens_details").path("thinking_tokens");
        return new Usage(
                usage.path("input_tokens").asLong(0) + written(usage) + cached,
                usage.path("output_tokens").asLong(0),
                cached,
                thinking.isNumber() ? Long.valueOf(thinking.asLong()) : null,
                null);
    }

    private static long written(JsonNode usage) {
        return usage.path("cache_creation_input_tokens").asLong(0);
    }

    /// Context for the model, except for what somebody typed while it was working.
    private void onAttachment(JsonNode line) {
        var attachment = line.path("attachment");
        if (attachment.path("type").asString("").equals("queued_command")) {
            ClaudePrompt.said(attachment.path("prompt"), line.path("uuid").asString(null))
                    .ifPresent(chronicle::tell);
        }
    }

    private void onSystem(JsonNode line) {
        switch (line.path("subtype").asString("")) {
            case "api_error" -> chronicle.tell(retry(line));
            case "compact_boundary" -> chronicle.compacted();
            // Notices for the person at the terminal.
            default -> {}
        }
    }

    private static Event retry(JsonNode line) {
        var reason =
                JsonPath.text(line, "error.formatted")
                        .or(() -> JsonPath.text(line, "error.message"))
                        .orElse("The request failed");
        return Event.Failed.warning(
                "%s: attempt %d of %d"
                        .formatted(
                                reason,
                                line.path("retryAttempt").asInt(0),
                                line.path("maxRetries").asInt(0)),
                JsonPath.text(line, "error.status").orElse("api_error"));
    }

    /// Until the end of 2025: the title of the session that has the line `leafUuid`.
    private void onSummary(JsonNode line) {
        var leaf = line.path("leafUuid").asString("");
        var summary = line.path("summary").asString(null);
        if (branches.find(leaf, -1) >= 0) {
            chronicle.title(summary, TitleBy.CLI);
        } else if (summary != null && summaries.size() < SUMMARIES) {
            summaries.put(leaf, summary);
        }
    }

    @Override
    protected BitSet active() {
        return branches.active();
    }
}
