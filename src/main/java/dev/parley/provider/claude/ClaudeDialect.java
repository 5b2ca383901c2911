package dev.parley.provider.claude;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.provider.shared.MessageBlocks;
import dev.parley.wire.Ending;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveDialect;
import dev.parley.wire.LiveStep;
import dev.parley.wire.OfferedTools;
import dev.parley.wire.Opening;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/// `claude -p --input-format stream-json --output-format stream-json --permission-prompt-tool
/// stdio`: one process, one conversation. The process takes the session to resume, the model, the
/// mode, directories and a system prompt as arguments.
public final class ClaudeDialect implements LiveDialect {
    private final ClaudeRequests requests = new ClaudeRequests();
    private final ClaudeApprovals approvals = new ClaudeApprovals();
    private final ClaudeTurns turns = new ClaudeTurns();
    private final ClaudePieces pieces = new ClaudePieces();
    private final ClaudeSession session = new ClaudeSession();
    private final ClaudeOffer offer = new ClaudeOffer();

    private final Supplier<UUID> uuids;

    private ClaudeHostTools tools = new ClaudeHostTools("", OfferedTools.NONE);
    private @Nullable String conversation;
    private @Nullable Opening opening;
    private Action.@Nullable Prompt held;
    private @Nullable String refusal;
    private @Nullable JsonNode early;
    private boolean isUp;
    private boolean isOpen;
    private boolean isInterrupting;

    public ClaudeDialect() {
        this(UUID::randomUUID);
    }

    /// @param uuids new names for prompts
    ClaudeDialect(Supplier<UUID> uuids) {
        this.uuids = uuids;
    }

    @Override
    public LiveStep open() {
        return LiveStep.send(requests.initialize(tools, this::onUp));
    }

    private LiveStep onUp(JsonNode answer) {
        isUp = true;
        offer.initialized(answer);
        return conversation == null ? LiveStep.NOTHING : introduce();
    }

    @Override
    public LiveStep join(String name, Opening how) {
        if (conversation != null) {
            return LiveStep.report(
                    new Happening.Refused(
                            name,
                            Happening.Refusal.FAILED,
                            "A process of Claude Code holds one conversation."));
        }
        conversation = name;
        opening = how;
        tools = new ClaudeHostTools(name, how.tools());
        session.mode(how.settings().get("mode"));
        return isUp ? introduce() : LiveStep.NOTHING;
    }

    /// It names a new session only with the first prompt, unless it is initialized twice: then a
    /// line about its background tasks follows, which carries the id (seen with 2.1.325).
    private LiveStep introduce() {
        var resumed = opening == null ? null : opening.resume().orElse(null);
        var named = resumed == null ? LiveStep.NOTHING : session.named(name(), resumed);
        return resumed == null || !tools.isEmpty()
                ? named.and(LiveStep.send(requests.initialize(tools, _ -> letSpeak())))
                : named.and(letSpeak());
    }

    private LiveStep letSpeak() {
        if (conversation == null) {
            return LiveStep.NOTHING; // left meanwhile
        }
        isOpen = true;
        var prompt = held;
        held = null;
        var named =
                (early == null ? LiveStep.NOTHING : session.heard(conversation, early))
                        .and(offer.all(conversation));
        var ready =
                session.isNamed()
                        ? named
                        : named.and(LiveStep.report(new Happening.Ready(conversation)));
        return prompt == null ? ready : ready.and(prompt(prompt));
    }

    @Override
    public LiveStep say(String name, Action.ForAgent action) {
        if (!name.equals(conversation)) {
            throw new IllegalStateException("There is no conversation " + name + " here.");
        }
        return switch (action) {
            case Action.Prompt prompt -> prompt(prompt);
            case Action.Steer _ ->
                    emit(
                            Event.Failed.warning(
                                    "Claude Code takes no word into a running turn.",
                                    "unsupported"));
            case Action.Interrupt() -> interrupt();
            case Action.Decide decide ->
                    approvals.decided(decide).map(LiveStep::send).orElse(LiveStep.NOTHING);
            case Action.SwitchModel(var model) ->
                    LiveStep.send(
                            requests.setModel(
                                    model,
                                    now -> emit(session.model(now.path("model").asString(model))),
                                    this::refused));
            case Action.SwitchMode(var permission, var settings) ->
                    LiveStep.send(
                            requests.setMode(
                                    settings.getOrDefault("mode", permission.wireName()),
                                    now ->
                                            emit(
                                                    session.mode(
                                                            now.path("mode").asString(""),
                                                            permission.wireName())),
                                    this::refused));
            case Action.AnswerTool answer -> tools.answered(answer);
            case Action.ToolReached _, Action.ToolsKnown _ -> LiveStep.NOTHING; // calls come here
        };
    }

    private LiveStep prompt(Action.Prompt prompt) {
        if (!isOpen) {
            held = prompt;
            return LiveStep.NOTHING;
        }
        // It silently drops a prompt with a uuid that this session has seen, also before a resume.
        var uuid = uuids.get().toString();
        turns.asked(prompt.turnId(), uuid);
        return LiveStep.send(ClaudeLine.prompt(prompt, uuid));
    }

    private LiveStep interrupt() {
        if (takeHeld()) {
            return emit(turns.lost(EndReason.INTERRUPTED));
        }
        if (!turns.isBusy()) {
            return LiveStep.NOTHING;
        }
        isInterrupting = true;
        return LiveStep.send(requests.interrupt());
    }

    /// Counts a prompt that waits as a turn, so that it ends as one.
    private boolean takeHeld() {
        var prompt = held;
        if (prompt != null) {
            held = null;
            turns.asked(prompt.turnId(), "");
        }
        return prompt != null;
    }

    private LiveStep refused(JsonNode response) {
        var code = response.path("error_code").asString("refused");
        // What it says next is about its own flags.
        var remedy =
                code.equals("bypass_not_launched")
                        ? ". Close the session and resume it with the permission bypass."
                        : "";
        return emit(
                Event.Failed.warning(
                        response.path("error").asString("Claude Code refused.") + remedy, code));
    }

    @Override
    public LiveStep leave(String name) {
        if (!name.equals(conversation)) {
            return LiveStep.NOTHING;
        }
        var stop = turns.isBusy() ? LiveStep.send(requests.interrupt()) : LiveStep.NOTHING;
        var step = stop.and(close(List.of(), EndReason.INTERRUPTED));
        conversation = null;
        held = null;
        tools = new ClaudeHostTools("", OfferedTools.NONE);
        return step;
    }

    @Override
    public LiveStep hear(String line) {
        if (line.isBlank()) {
            return LiveStep.NOTHING;
        }
        return Json.parseObject(line)
                .map(message -> hear(message, line))
                .orElseGet(() -> LiveStep.unclaimed(line, "not a JSON object"));
    }

    private LiveStep hear(JsonNode message, String line) {
        var type = message.path("type").asString("");
        if (type.equals("control_response")) {
            return requests.answered(message.path("response"), line);
        }
        if (type.equals("control_request")) {
            return onControlRequest(message, line);
        }
        if (conversation == null) {
            return LiveStep.unclaimed(line, "no conversation");
        }
        if (!isUp) {
            return beforeItIsUp(type, message, line);
        }
        if (!isOpen) {
            // Who has a name takes prompts, so it has none before that.
            early = message.hasNonNull("session_id") ? message : early;
            return onMessage(type, message, line);
        }
        return session.heard(name(), message).and(onMessage(type, message, line));
    }

    /// Nothing has been asked of it yet, so nothing can be an answer. That it cannot begin it says
    /// by a result before it ends.
    private LiveStep beforeItIsUp(String type, JsonNode message, String line) {
        if (!type.equals("result")) {
            return LiveStep.unclaimed(line, "before it was initialized");
        }
        refusal = new ClaudeResult(message).text();
        return LiveStep.NOTHING;
    }

    private LiveStep onMessage(String type, JsonNode message, String line) {
        return switch (type) {
            case "system" -> onSystem(message, line);
            case "assistant" ->
                    emit(tools.named(spoken(message, ClaudeMessages.said(message))))
                            .and(offer.said(name(), message));
            case "user" ->
                    emit(tools.named(MessageBlocks.returned(message.path("message")).events()));
            case "stream_event" -> emit(spoken(message, pieces.hear(message).stream().toList()));
            case "result" -> onResult(new ClaudeResult(message)).and(offer.result(name(), message));
            case "control_cancel_request" ->
                    emit(approvals.resolved(message.path("request_id").asString("")));
            case "command_lifecycle" ->
                    emit(
                            turns.changed(
                                    message.path("command_uuid").asString(""),
                                    message.path("state").asString("")));
            case "rate_limit_event" -> offer.limit(name(), message);
            case "conversation_reset" -> LiveStep.NOTHING;
            case String other -> emit(new Event.Unrecognized(line, "message type " + other));
        };
    }

    /// Of an agent inside this one only its tools are of interest: what it says is told by the tool
    /// that called it.
    private static List<Event> spoken(JsonNode message, List<Event> events) {
        return message.hasNonNull("parent_tool_use_id")
                ? events.stream().filter(Event.ToolCalled.class::isInstance).toList()
                : events;
    }

    private LiveStep onSystem(JsonNode message, String line) {
        return switch (message.path("subtype").asString("")) {
            case "init" -> {
                var events = new ArrayList<>(session.started(message));
                events.addAll(turns.started(message.path("uuid").asString("agent")));
                yield emit(events);
            }
            case "api_retry" -> emit(ClaudeMessages.retry(message));
            case "status" -> emit(session.status(message));
            case "session_title_changed" ->
                    emit(new Event.SessionChanged(null, null, message.path("title").asString("")));
            case String note when ClaudeMessages.isNote(note) -> LiveStep.NOTHING;
            case String other -> emit(new Event.Unrecognized(line, "system message " + other));
        };
    }

    private LiveStep onResult(ClaudeResult result) {
        var isStopped = result.isAborted() || (isInterrupting && result.isError());
        isInterrupting = false;
        var events =
                new ArrayList<>(turns.started(result.message().path("uuid").asString("agent")));
        result.tokens(result.costOfTurn()).ifPresent(events::add);
        if (result.isError() && !isStopped) {
            events.add(result.failure());
        }
        var reason =
                isStopped
                        ? EndReason.INTERRUPTED
                        : result.isError() ? EndReason.ERROR : EndReason.COMPLETED;
        events.addAll(turns.ended(reason));
        return emit(events);
    }

    private LiveStep onControlRequest(JsonNode message, String line) {
        var id = message.path("request_id").asString("");
        var request = message.path("request");
        if (id.isEmpty()) {
            return LiveStep.unclaimed(line, "a question that cannot be answered");
        }
        return switch (request.path("subtype").asString("")) {
            case String _ when tools.isAskedFor(request) ->
                    LiveStep.send(ClaudeLine.answer(id, Json.object().put("behavior", "allow")));
            case "can_use_tool", "elicitation" ->
                    conversation == null
                            ? LiveStep.send(ClaudeLine.refusal(id, "Nobody is there to ask."))
                            : emit(approvals.requested(id, request));
            case "mcp_message" -> tools.hear(id, request);
            case String other ->
                    LiveStep.send(ClaudeLine.refusal(id, "Parley does not know " + other + "."))
                            .and(LiveStep.unclaimed(line, "control request " + other));
        };
    }

    @Override
    public LiveStep end(Ending ending) {
        if (conversation == null) {
            return LiveStep.NOTHING;
        }
        var words = ending.lastWords().strip();
        if (!session.isNamed()) {
            return LiveStep.report(ClaudeRefusal.of(name(), words.isEmpty() ? refusal : words));
        }
        takeHeld();
        var failure =
                Event.Failed.fatal(
                        words.isEmpty()
                                ? "Claude Code ended with exit code " + ending.exitCode() + "."
                                : words,
                        "exit_" + ending.exitCode());
        return close(turns.isBusy() ? List.of(failure) : List.of(), EndReason.ERROR);
    }

    private LiveStep close(List<Event> first, EndReason reason) {
        var events = new ArrayList<>(approvals.closeAll());
        events.addAll(first);
        events.addAll(turns.lost(reason));
        return tools.closeAll().and(emit(events));
    }

    private String name() {
        return conversation == null ? "" : conversation;
    }

    private LiveStep emit(Event event) {
        return emit(List.of(event));
    }

    private LiveStep emit(List<Event> events) {
        return LiveStep.emit(name(), events);
    }
}
