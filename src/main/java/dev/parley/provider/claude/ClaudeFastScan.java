package dev.parley.provider.claude;

import dev.parley.event.Event;
import dev.parley.provider.claude.ClaudeLines.Link;
import dev.parley.sessionfile.SessionBuilder;
import dev.parley.sessionfile.scan.NameTable;
import dev.parley.sessionfile.scan.Scan;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The outline of the lines that most of a Claude Code session consists of: answers, of which the
/// tokens count, and results of tools, attachments, notices and all prompts but the first, which
/// only move the session on. Failures and whatever is rare are not read here.
final class ClaudeFastScan {
    private static final NameTable LINE =
            NameTable.of(
                    "type",
                    "message",
                    "requestId",
                    "uuid",
                    "parentUuid",
                    "logicalParentUuid",
                    "isSidechain",
                    "timestamp",
                    "cwd",
                    "gitBranch",
                    "version",
                    "sessionId",
                    "isApiErrorMessage",
                    "toolUseResult",
                    "attachment",
                    "subtype",
                    "leafUuid",
                    "aiTitle",
                    "isMeta",
                    "isCompactSummary",
                    "isVisibleInTranscriptOnly");
    private static final NameTable TYPES =
            NameTable.of("user", "assistant", "attachment", "system", "last-prompt", "ai-title");
    private static final NameTable QUEUED = NameTable.of("queued_command");
    private static final NameTable TOLD = NameTable.of("api_error", "compact_boundary");
    private static final NameTable MESSAGE = NameTable.of("id", "model", "content", "usage");
    private static final NameTable TYPE = NameTable.of("type");
    private static final NameTable USAGE =
            NameTable.of(
                    "input_tokens",
                    "cache_creation_input_tokens",
                    "cache_read_input_tokens",
                    "output_tokens",
                    "output_tokens_details");
    private static final NameTable DETAILS = NameTable.of("thinking_tokens");

    private final SessionBuilder builder;
    private String type = NameTable.NONE;
    private boolean isKnown;
    private int results;
    private int said;
    private final List<Event> told = new ArrayList<>();
    private boolean isPrompt;
    private @Nullable String prompt;
    private boolean isWrittenByTheCli;
    private @Nullable String leaf;
    private @Nullable String title;

    private @Nullable String id;
    private @Nullable String parent;
    private boolean isSidechain;
    private @Nullable Instant time;
    private @Nullable String message;
    private @Nullable String request;
    private boolean hasModel;
    private boolean hasUsage;
    private long input;
    private long cacheWritten;
    private long cacheRead;
    private long output;
    private @Nullable Long thinking;

    // The same from line to line, nearly always; a line without one tells nothing new.
    private @Nullable String model;
    private @Nullable String cwd;
    private @Nullable String gitBranch;
    private @Nullable String version;
    private @Nullable String session;

    ClaudeFastScan(SessionBuilder builder) {
        this.builder = builder;
    }

    /// @param areTextsWanted whether lines that say something else than what tools returned are
    ///   left to a parser
    /// @return whether it is a line that can be told of by [#link] and [#report]
    boolean read(Scan line, boolean areTextsWanted) {
        var before = id;
        forget();
        line.enter();
        for (var name = line.member(LINE); !name.equals(Scan.END); name = line.member(LINE)) {
            switch (name) {
                case "type" -> type = known(line.word(TYPES));
                case "message" -> readMessage(line, areTextsWanted);
                case "requestId" -> request = line.text(null);
                case "uuid" -> id = line.text(null);
                case "parentUuid" -> parent = line.text(before);
                case "isSidechain" -> isSidechain = line.isTrue();
                case "timestamp" -> time = line.time();
                case "cwd" -> cwd = line.text(cwd);
                case "gitBranch" -> gitBranch = line.text(gitBranch);
                case "version" -> version = line.text(version);
                case "sessionId" -> session = line.text(session);
                case "isApiErrorMessage" -> isKnown &= !line.isTrue();
                case "toolUseResult" -> {
                    if (isComplete()) {
                        return true;
                    }
                    line.skip();
                }
                case "attachment" -> isKnown &= !isQueued(line);
                case "subtype" -> isKnown &= line.word(TOLD).isEmpty();
                case "leafUuid" -> leaf = line.text(null);
                case "aiTitle" -> title = line.said();
                case "isMeta", "isCompactSummary", "isVisibleInTranscriptOnly" ->
                        isWrittenByTheCli |= line.isTrue();
                // The logical parent.
                default -> isKnown &= line.text(null) == null;
            }
            if (!isKnown || (areTextsWanted && results + said > told.size())) {
                return false;
            }
        }
        return switch (type) {
            case "user" -> isPrompt ? !isWrittenByTheCli : isResult();
            case "assistant" -> hasModel && results == 0 && !isPrompt;
            case "last-prompt" -> leaf != null;
            case "ai-title" -> title != null;
            // Without a type it may be anything, even text in another encoding.
            case NameTable.NONE -> false;
            default -> results + said == 0 && !isPrompt;
        };
    }

    /// What a tool returned stands there twice. Behind it comes only what the lines around it tell
    /// as well.
    private boolean isComplete() {
        return isResult() && id != null && time != null;
    }

    private boolean isResult() {
        return type.equals("user") && results > 0 && said == 0;
    }

    private void forget() {
        type = NameTable.NONE;
        isKnown = true;
        results = 0;
        said = 0;
        told.clear();
        isPrompt = false;
        prompt = null;
        isWrittenByTheCli = false;
        leaf = null;
        title = null;
        id = null;
        parent = null;
        isSidechain = false;
        time = null;
        message = null;
        request = null;
        hasModel = false;
        hasUsage = false;
        thinking = null;
    }

    /// Forgets what a line said.
    void letGo() {
        prompt = null;
        title = null;
        told.clear();
    }

    private String known(String word) {
        isKnown &= !word.isEmpty();
        return word;
    }

    /// What somebody typed while the agent was working.
    private static boolean isQueued(Scan line) {
        var isQueued = false;
        line.enter();
        while (!line.member(TYPE).equals(Scan.END)) {
            isQueued = !line.word(QUEUED).isEmpty();
        }
        return isQueued;
    }

    private void readMessage(Scan line, boolean areTextsWanted) {
        line.enter();
        for (var name = line.member(MESSAGE); !name.equals(Scan.END); name = line.member(MESSAGE)) {
            switch (name) {
                case "id" -> message = line.text(null);
                case "model" -> {
                    model = line.text(model);
                    hasModel = true;
                }
                case "usage" -> readUsage(line);
                default -> readContent(line, areTextsWanted);
            }
        }
    }

    private void readContent(Scan line, boolean areTextsWanted) {
        if (!line.isArray()) {
            isPrompt = true;
            // The first one becomes the title.
            if (areTextsWanted || !builder.hasTitle()) {
                readPrompt(line);
            } else {
                passOverPrompt(line);
            }
            return;
        }
        line.enter();
        while (line.element()) {
            var block =
                    areTextsWanted
                            ? ClaudeBlockScan.read(line, message, told)
                            : ClaudeBlockScan.type(line);
            switch (known(block)) {
                case "tool_result" -> results++;
                case "redacted_thinking" -> {}
                default -> said++;
            }
        }
    }

    /// What begins like a command, a notice or an interruption has to be looked at, see
    /// [ClaudePrompt].
    private void passOverPrompt(Scan line) {
        isKnown &= !line.beginsWith('<') && !line.beginsWith('[');
        isKnown &= line.isSaid();
        said++;
    }

    private void readPrompt(Scan line) {
        prompt = line.said();
        var text = prompt == null ? "" : prompt.stripLeading();
        isKnown &= !text.isEmpty() && text.charAt(0) != '<' && text.charAt(0) != '[';
    }

    private void readUsage(Scan line) {
        if (!line.isObject()) {
            line.skip();
            return;
        }
        hasUsage = true;
        input = 0;
        cacheWritten = 0;
        cacheRead = 0;
        output = 0;
        line.enter();
        for (var name = line.member(USAGE); !name.equals(Scan.END); name = line.member(USAGE)) {
            switch (name) {
                case "input_tokens" -> input = line.tokens(0);
                case "cache_creation_input_tokens" -> cacheWritten = line.tokens(0);
                case "cache_read_input_tokens" -> cacheRead = line.tokens(0);
                case "output_tokens" -> output = line.tokens(0);
                default -> readThinking(line);
            }
        }
    }

    private void readThinking(Scan line) {
        if (!line.isObject()) {
            line.skip();
            return;
        }
        line.enter();
        while (!line.member(DETAILS).equals(Scan.END)) {
            var tokens = line.tokens(-1);
            thinking = tokens < 0 ? null : Long.valueOf(tokens);
        }
    }

    /// The line that a session was left at, if that is all that is said.
    @Nullable String leaf() {
        return type.equals("last-prompt") ? leaf : null;
    }

    /// The name the CLI gives to the session, if that is all that is said.
    @Nullable String title() {
        return type.equals("ai-title") ? title : null;
    }

    Link link() {
        return new Link(
                id, parent, isSidechain, results > 0, time, cwd, gitBranch, version, session);
    }

    /// The same as [ClaudeLines] tells of such a line, without the texts that nobody wants.
    void report() {
        if (prompt != null) {
            builder.add(new Event.UserSaid(prompt, id));
        } else if (isPrompt) {
            builder.passOverPrompt();
        } else {
            builder.add(told);
            builder.passOver(results + said - told.size());
        }
        var name = model;
        if (type.equals("assistant") && name != null && !name.equals("<synthetic>")) {
            builder.model(name);
            if (hasUsage) {
                new ClaudeTokens(
                                message == null ? Objects.toString(id, "") : message,
                                Objects.toString(request, ""),
                                input,
                                cacheWritten,
                                cacheRead,
                                output,
                                thinking)
                        .count(builder, name);
            }
        }
    }
}
