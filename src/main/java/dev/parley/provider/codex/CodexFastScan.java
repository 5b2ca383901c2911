package dev.parley.provider.codex;

import dev.parley.event.Event;
import dev.parley.sessionfile.scan.NameTable;
import dev.parley.sessionfile.scan.Scan;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;

/// The outline of the lines that most of a rollout consists of: what the model saw, what tools did,
/// tokens, and all prompts but the first. Each begins with its time and type, so that the rest
/// needs no look. Failures and whatever is rare are not read here.
final class CodexFastScan {
    private static final NameTable LINE = NameTable.of("timestamp", "ordinal", "type", "payload");
    private static final NameTable TYPES =
            NameTable.of(
                    "response_item",
                    "event_msg",
                    "token_usage_record",
                    "turn_context",
                    "session_meta",
                    "world_state");
    private static final NameTable TYPE = NameTable.of("type");
    private static final NameTable RESPONSES =
            NameTable.of(
                    "function_call",
                    "custom_tool_call",
                    "local_shell_call",
                    "tool_search_call",
                    "function_call_output",
                    "custom_tool_call_output",
                    "tool_search_output",
                    "web_search_call",
                    "message",
                    "reasoning");
    private static final NameTable EVENTS =
            NameTable.of(
                    "item_completed",
                    "token_count",
                    "task_started",
                    "turn_started",
                    "task_complete",
                    "turn_complete",
                    "agent_message",
                    "agent_reasoning",
                    "user_message");
    private static final NameTable ERROR = NameTable.of("error");
    private static final NameTable MODEL = NameTable.of("model");
    private static final NameTable SUMMARY = NameTable.of("summary_text");
    private static final NameTable ITEM = NameTable.of("item");
    private static final NameTable ITEMS =
            NameTable.of(
                    "CommandExecution",
                    "FileChange",
                    "McpToolCall",
                    "DynamicToolCall",
                    "WebSearch",
                    "AgentMessage",
                    "UserMessage",
                    "Reasoning");
    private static final NameTable RECORD = NameTable.of("thread_id", "response_id", "usage");
    private static final NameTable USAGE =
            NameTable.of(
                    "input_tokens",
                    "cached_input_tokens",
                    "cache_write_input_tokens",
                    "output_tokens",
                    "reasoning_output_tokens");

    /// What may be left out of a line depends on what was there before it.
    interface Rollout {
        /// Whether messages and tools are told by events, not by what the model saw.
        boolean isPaginated();

        /// Whether the tokens of every request are told by a record of its own.
        boolean hasRecords();

        /// Whether a prompt cannot become the title any more.
        boolean hasTitle();
    }

    /// The tokens of a request.
    record Tokens(
            String thread,
            String response,
            long input,
            long cached,
            long cacheWritten,
            long output,
            long reasoning) {}

    private final Rollout rollout;
    private @Nullable Instant time;
    private int ordinal;
    private int events;
    private boolean isItem;
    private boolean isContext;
    private boolean isPrompt;
    private @Nullable Tokens tokens;
    private @Nullable CodexMeta meta;
    private @Nullable List<Event> said;
    private @Nullable String thread;
    private @Nullable String model;

    CodexFastScan(Rollout rollout) {
        this.rollout = rollout;
    }

    @Nullable Instant time() {
        return time;
    }

    /// Negative when the line does not tell it.
    int ordinal() {
        return ordinal;
    }

    /// How many events the line is worth.
    int events() {
        return events;
    }

    /// Whether it is something with which a session has begun at the latest.
    boolean isItem() {
        return isItem;
    }

    /// Whether it tells the model of what follows.
    boolean isContext() {
        return isContext;
    }

    @Nullable String model() {
        return model;
    }

    /// Whether the one event it is worth is a prompt.
    boolean isPrompt() {
        return isPrompt;
    }

    @Nullable Tokens tokens() {
        return tokens;
    }

    @Nullable CodexMeta meta() {
        return meta;
    }

    /// What the line says, if that was read.
    @Nullable List<Event> said() {
        return said;
    }

    /// Forgets what a line said.
    void letGo() {
        said = null;
    }

    /// @param areTextsWanted whether it is to be read what is said
    /// @return whether everything that is asked for above is known
    boolean read(Scan line, boolean areTextsWanted) {
        time = null;
        ordinal = -1;
        events = 0;
        isItem = false;
        isContext = false;
        isPrompt = false;
        tokens = null;
        meta = null;
        said = null;
        var type = NameTable.NONE;
        line.enter();
        for (var name = line.member(LINE); !name.equals(Scan.END); name = line.member(LINE)) {
            switch (name) {
                case "timestamp" -> time = line.time();
                case "ordinal" -> ordinal = line.line(-1);
                case "type" -> type = line.word(TYPES);
                default -> {
                    // What comes behind the payload of a line nobody writes.
                    return line.isObject() && readPayload(type, line, areTextsWanted);
                }
            }
        }
        return false;
    }

    private boolean readPayload(String type, Scan line, boolean areTextsWanted) {
        return switch (type) {
            case "response_item" -> rollout.isPaginated() || readResponse(line, areTextsWanted);
            case "event_msg" -> readEvent(line, areTextsWanted);
            case "token_usage_record" -> readRecord(line);
            case "turn_context" -> readContext(line);
            case "session_meta" -> readMeta(line);
            case "world_state" -> true;
            default -> false;
        };
    }

    private static String type(Scan line, NameTable types) {
        line.enter();
        return line.member(TYPE).equals(Scan.END) ? NameTable.NONE : line.word(types);
    }

    private boolean readResponse(Scan line, boolean areTextsWanted) {
        var type = type(line, RESPONSES);
        events = type.equals("message") || type.equals("reasoning") ? 0 : 1;
        if (areTextsWanted && events > 0) {
            return isTold(CodexLegacyScan.response(type, line));
        }
        return !type.isEmpty();
    }

    private boolean isTold(@Nullable Event event) {
        said = event == null ? null : List.of(event);
        return event != null;
    }

    private boolean readEvent(Scan line, boolean areTextsWanted) {
        var type = type(line, EVENTS);
        return switch (type) {
            case "item_completed" ->
                    !line.member(ITEM).equals(Scan.END) && readItem(line, areTextsWanted);
            case "token_count" -> rollout.hasRecords();
            case "task_started", "turn_started" -> true;
            case "agent_message", "agent_reasoning" -> readMessage(type, line, areTextsWanted);
            case "user_message" -> {
                isPrompt = true;
                yield readMessage(type, line, areTextsWanted || !rollout.hasTitle());
            }
            case "task_complete", "turn_complete" -> !hasFailed(line);
            default -> false;
        };
    }

    private boolean readMessage(String type, Scan line, boolean areTextsWanted) {
        isItem = true;
        events = 1;
        return !areTextsWanted || isTold(CodexLegacyScan.event(type, line));
    }

    private boolean readMeta(Scan line) {
        meta = CodexMeta.read(line).orElse(null);
        return meta != null;
    }

    private static boolean hasFailed(Scan line) {
        var hasFailed = false;
        while (!line.member(ERROR).equals(Scan.END)) {
            hasFailed |= line.isObject();
            line.skip();
        }
        return hasFailed;
    }

    private boolean readContext(Scan line) {
        isItem = true;
        isContext = true;
        line.enter();
        while (!line.member(MODEL).equals(Scan.END)) {
            model = line.text(model);
        }
        return model != null;
    }

    private boolean readItem(Scan line, boolean areTextsWanted) {
        isItem = true;
        var type = type(line, ITEMS);
        isPrompt = type.equals("UserMessage");
        // The first prompt becomes the title.
        if (areTextsWanted || (isPrompt && !rollout.hasTitle())) {
            said = CodexItemScan.read(type, line).orElse(null);
            events = said == null ? 1 : said.size();
            return said != null;
        }
        events =
                switch (type) {
                    case "AgentMessage", "UserMessage" -> 1;
                    case "Reasoning" -> isThought(line) ? 1 : 0;
                    default -> 2;
                };
        return !type.isEmpty();
    }

    private static boolean isThought(Scan line) {
        var isThought = false;
        while (!line.member(SUMMARY).equals(Scan.END)) {
            line.enter();
            while (line.element()) {
                isThought |= line.isSaid();
            }
        }
        return isThought;
    }

    private boolean readRecord(Scan line) {
        String response = null;
        line.enter();
        for (var name = line.member(RECORD); !name.equals(Scan.END); name = line.member(RECORD)) {
            switch (name) {
                case "thread_id" -> thread = line.text(thread);
                case "response_id" -> response = line.text(null);
                default -> {
                    // The next one is that of the whole turn.
                    return line.isObject() && readUsage(response, line);
                }
            }
        }
        return false;
    }

    private boolean readUsage(@Nullable String response, Scan line) {
        var input = 0L;
        var cached = 0L;
        var written = 0L;
        var output = 0L;
        var reasoning = 0L;
        line.enter();
        for (var name = line.member(USAGE); !name.equals(Scan.END); name = line.member(USAGE)) {
            switch (name) {
                case "input_tokens" -> input = line.tokens(0);
                case "cached_input_tokens" -> cached = line.tokens(0);
                case "cache_write_input_tokens" -> written = line.tokens(0);
                case "output_tokens" -> output = line.tokens(0);
                default -> reasoning = line.tokens(0);
            }
        }
        var owner = thread;
        if (owner == null || response == null) {
            return false;
        }
        tokens = new Tokens(owner, response, input, cached, written, output, reasoning);
        return true;
    }
}
