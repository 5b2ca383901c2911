package dev.parley.provider.claude;

import dev.parley.base.json.JsonPath;
import dev.parley.event.Event;
import dev.parley.provider.shared.MessageBlocks;
import dev.parley.sessionfile.Branches;
import dev.parley.sessionfile.Kept;
import dev.parley.sessionfile.LineReader;
import dev.parley.sessionfile.SessionBuilder;
import dev.parley.sessionfile.SessionBuilder.TitleBy;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.scan.Line;
import dev.parley.sessionfile.scan.Scan;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Instant;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// The lines of a Claude Code session. They form a tree by `parentUuid`: rewinding and resuming
/// twice make branches, a compaction starts a new root that names its logical parent. The usage of
/// a request is repeated on the line of every block of its answer, and a fork copies lines with
/// their ids into another file.
final class ClaudeLines extends LineReader {
    private static final int SUMMARIES = 100;

    private final ClaudeFastScan outline;
    private final boolean isSubagent;
    private final Branches branches = new Branches();
    // A summary stands before the line it is about, or in the file of another session.
    private final Map<String, String> summaries = new HashMap<>();
    // Told by the line before the summary.
    private Kept kept = Kept.NOTHING;

    ClaudeLines(StoredFile file, SessionBuilder builder) {
        super(builder);
        outline = new ClaudeFastScan(builder);
        // Since 2.0 in a folder of their own, before that beside the sessions.
        isSubagent =
                file.parent() != null || file.path().getFileName().toString().startsWith("agent-");
    }

    /// The requests as they were sent, and files before they were edited: most of the bytes of a
    /// short session, and nothing that is not said elsewhere. Beside them what most of the lines
    /// are that nobody asks for.
    @Override
    protected boolean isIgnored(Line line) {
        return line.startsWith("{\"type\":\"")
                && (line.startsWith("{\"type\":\"api-request")
                        || line.startsWith("{\"type\":\"file-history-")
                        || line.startsWith("{\"type\":\"mode\"")
                        || line.startsWith("{\"type\":\"permission-mode\"")
                        || line.startsWith("{\"type\":\"cost-state\""));
    }

    @Override
    protected boolean outline(Scan line, boolean areTextsWanted) {
        if (!outline.read(line, areTextsWanted)) {
            return false;
        }
        var leaf = outline.leaf();
        if (leaf != null) {
            branches.moveTo(leaf);
            return true;
        }
        var title = outline.title();
        if (title != null) {
            builder.title(title, TitleBy.CLI);
            return true;
        }
        var link = outline.link();
        if (follows(link)) {
            outline.report();
            nameBySummary(link.id());
        }
        return true;
    }

    @Override
    protected void letGo() {
        outline.letGo();
    }

    @Override
    protected void hear(JsonNode line, Line raw) {
        var type = line.path("type").asString("");
        switch (type) {
            case "user" -> onLine(line, this::onUser);
            case "assistant" -> onLine(line, this::onAssistant);
            case "attachment" -> onLine(line, this::onAttachment);
            case "system" -> onLine(line, this::onSystem);
            case "last-prompt" -> JsonPath.text(line, "leafUuid").ifPresent(branches::moveTo);
            case "custom-title" ->
                    builder.title(line.path("customTitle").asString(null), TitleBy.PERSON);
            case "ai-title" -> builder.title(line.path("aiTitle").asString(null), TitleBy.CLI);
            case "summary" -> onSummary(line);
            case "progress", "api-request", "api-request-blob", "api-request-shape" -> {}
            case "queue-operation", "cost-state", "tools-used", "agent-name", "agent-setting" -> {}
            case "mode", "permission-mode", "atis-latch", "tag", "pr-link", "worktree-state" -> {}
            case "file-history-snapshot", "file-history-delta" -> {}
            default -> builder.unknown(raw, "line type " + type);
        }
    }

    private interface Handler {
        void on(JsonNode line);
    }

    /// What every line tells of its place in the session.
    record Link(
            @Nullable String id,
            @Nullable String parent,
            boolean isSidechain,
            boolean isToolResult,
            @Nullable Instant time,
            @Nullable String cwd,
            @Nullable String gitBranch,
            @Nullable String version,
            @Nullable String session) {}

    /// A link of the chain, whether it says something or not.
    private void onLine(JsonNode line, Handler handler) {
        var values = builder.values();
        var link =
                new Link(
                        line.path("uuid").asString(null),
                        line.path("parentUuid")
                                .asString(line.path("logicalParentUuid").asString(null)),
                        line.path("isSidechain").asBoolean(false),
                        isToolResult(line),
                        values.time(line.path("timestamp")),
                        values.text(line.path("cwd")),
                        values.text(line.path("gitBranch")),
                        values.text(line.path("version")),
                        values.text(line.path("sessionId")));
        if (follows(link)) {
            handler.on(line);
            nameBySummary(link.id());
        }
    }

    /// Hangs a line into the tree.
    ///
    /// @return whether it was not there before
    private boolean follows(Link link) {
        if (link.id() != null && branches.find(link.id(), -1) >= 0) {
            return false;
        }
        if (link.isSidechain() && !isSubagent) {
            builder.node(branches.aside(link.id(), link.parent()));
        } else if (link.isToolResult()) {
            builder.node(branches.attach(link.id(), link.parent()));
        } else {
            builder.node(branches.add(link.id(), link.parent()));
        }
        builder.at(link.time());
        builder.cwd(link.cwd());
        builder.gitBranch(link.gitBranch());
        builder.version(link.version());
        if (isSubagent) {
            builder.parent(link.session());
        }
        builder.addStart();
        return true;
    }

    private void nameBySummary(@Nullable String id) {
        if (id != null && !summaries.isEmpty()) {
            builder.title(summaries.remove(id), TitleBy.CLI);
        }
    }

    private static boolean isToolResult(JsonNode line) {
        var content = line.path("message").path("content");
        return content.isArray() && content.path(0).path("type").asString("").equals("tool_result");
    }

    private void onUser(JsonNode line) {
        var message = line.path("message");
        var content = message.path("content");
        builder.message(null);
        builder.add(MessageBlocks.returned(message).events());
        if (line.path("isCompactSummary").asBoolean(false)) {
            builder.summary(ClaudePrompt.text(content), kept);
        }
        if (!isWrittenByTheCli(line)) {
            addImages(content);
            ClaudePrompt.said(content, line.path("uuid").asString(null), builder.hasImages())
                    .ifPresent(builder::add);
        }
    }

    private void addImages(JsonNode content) {
        if (builder.isWhole() && content.isArray()) {
            for (var block : content) {
                var source = block.path("source");
                if (block.path("type").asString("").equals("image")) {
                    builder.image(
                            source.path("media_type").asString("image/png"),
                            source.path("data").asString(""));
                }
            }
        }
    }

    private static boolean isWrittenByTheCli(JsonNode line) {
        return line.path("isMeta").asBoolean(false)
                || line.path("isCompactSummary").asBoolean(false)
                || line.path("isVisibleInTranscriptOnly").asBoolean(false);
    }

    private void onAssistant(JsonNode line) {
        var message = line.path("message");
        var model = Objects.toString(builder.values().text(message.path("model")), "");
        if (line.path("isApiErrorMessage").asBoolean(false)) {
            builder.add(failure(line));
            return;
        }
        // What the CLI itself puts in the place of an answer.
        var isReal = !model.equals("<synthetic>");
        builder.model(isReal ? model : null);
        builder.message(message.path("id").asString(null));
        builder.add(MessageBlocks.said(message).events());
        if (isReal && message.path("usage").isObject()) {
            count(line, message, model);
        }
    }

    private static Event failure(JsonNode line) {
        var text = JsonPath.text(line, "message.content[0].text").orElse("Claude Code failed.");
        var code = JsonPath.text(line, "apiErrorType").or(() -> JsonPath.text(line, "error"));
        return Event.Failed.fatal(text, code.orElse("api_error"));
    }

    private void count(JsonNode line, JsonNode message, String model) {
        var usage = message.path("usage");
        var values = builder.values();
        new ClaudeTokens(
                        message.path("id").asString(line.path("uuid").asString("")),
                        line.path("requestId").asString(""),
                        values.tokens(usage.path("input_tokens")),
                        values.tokens(usage.path("cache_creation_input_tokens")),
                        values.tokens(usage.path("cache_read_input_tokens")),
                        values.tokens(usage.path("output_tokens")),
                        values.tokensIfTold(
                                usage.path("output_tokens_details").path("thinking_tokens")))
                .count(builder, model);
    }

    /// Context for the model, except for what somebody typed while it was working.
    private void onAttachment(JsonNode line) {
        var attachment = line.path("attachment");
        if (attachment.path("type").asString("").equals("queued_command")) {
            addImages(attachment.path("prompt"));
            ClaudePrompt.said(
                            attachment.path("prompt"),
                            line.path("uuid").asString(null),
                            builder.hasImages())
                    .ifPresent(builder::add);
        }
    }

    private void onSystem(JsonNode line) {
        switch (line.path("subtype").asString("")) {
            case "api_error" -> builder.add(retry(line));
            case "compact_boundary" -> {
                builder.compacted();
                kept = kept(line.path("compactMetadata").path("preservedMessages").path("uuids"));
            }
            // Notices for the person at the terminal.
            default -> {}
        }
    }

    /// The messages at the end of the conversation that are sent behind the summary.
    private Kept kept(JsonNode uuids) {
        return uuids.valueStream()
                .map(id -> branches.find(id.asString(""), -1))
                .filter(node -> node >= 0)
                .min(Comparator.naturalOrder())
                .map(node -> (Kept) new Kept.Since(node))
                .orElse(Kept.NOTHING);
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
            builder.title(summary, TitleBy.CLI);
        } else if (summary != null && summaries.size() < SUMMARIES) {
            summaries.put(leaf, summary);
        }
    }

    @Override
    protected BitSet active() {
        return branches.active();
    }
}
