package dev.parley.provider.codex;

import dev.parley.base.json.Json;
import dev.parley.base.json.JsonPath;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveStep;
import dev.parley.wire.Opening;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;

/// One conversation with Codex: what is asked of it, and what its notifications mean.
final class CodexConversation {
    private final String name;
    private final Opening opening;
    private final CodexRequests requests;
    private final CodexTurns turns;
    private final CodexItems items = new CodexItems();
    private final CodexApprovals approvals = new CodexApprovals();
    private final CodexHostTools tools;
    private final CodexUsage usage;
    private final CodexTerminals terminals;

    private String id = "";
    private @Nullable String model;
    private Action.@Nullable Prompt held;

    /// What the next turn is to change for itself and all after it.
    private ObjectNode overrides;

    CodexConversation(String name, Opening opening, CodexRequests requests) {
        this.name = name;
        this.opening = opening;
        this.requests = requests;
        turns = new CodexTurns();
        tools = new CodexHostTools(name, opening.tools());
        usage = new CodexUsage(opening.resume().isPresent());
        terminals = new CodexTerminals(requests, items, this::emit);
        overrides = CodexLine.mode(opening.settings(), opening.directories());
        overrides.remove("approvalPolicy");
        if ("read-only".equals(opening.settings().get("sandbox"))) {
            overrides.remove("sandboxPolicy");
        }
    }

    String name() {
        return name;
    }

    Opening opening() {
        return opening;
    }

    /// What `thread/start` and `thread/resume` say.
    LiveStep begun(JsonNode result) {
        var thread = result.path("thread");
        id = thread.path("id").asString("");
        model = result.path("model").asString(null);
        var started =
                new Event.SessionStarted(
                        result.path("cwd").asString(null),
                        model,
                        thread.path("cliVersion").asString(null),
                        List.of(),
                        JsonPath.text(thread, "gitInfo.branch").orElse(null));
        var step =
                LiveStep.report(new Happening.Joined(name, id, model)).and(emit(List.of(started)));
        var prompt = held;
        held = null;
        return prompt == null ? step : step.and(prompt(prompt));
    }

    String id() {
        return id;
    }

    LiveStep say(Action.ForAgent action) {
        return switch (action) {
            case Action.Prompt prompt -> prompt(prompt);
            case Action.Steer(var word) -> steer(word.text());
            case Action.Interrupt() -> interrupt();
            case Action.Decide decide -> decide(decide);
            case Action.SwitchModel(var other) -> {
                overrides.put("model", other);
                model = other;
                yield emit(List.of(new Event.SessionChanged(other, null, null)));
            }
            case Action.SwitchMode(var permission, var settings) -> {
                overrides.setAll(CodexLine.mode(settings, opening.directories()));
                yield emit(List.of(new Event.SessionChanged(null, permission.wireName(), null)));
            }
            case Action.AnswerTool answer -> tools.answered(answer);
            case Action.ToolReached _, Action.ToolsKnown _ -> LiveStep.NOTHING; // calls come here
        };
    }

    private LiveStep prompt(Action.Prompt prompt) {
        if (id.isEmpty()) {
            held = prompt;
            return LiveStep.NOTHING;
        }
        var changes = overrides;
        var params = CodexLine.turn(id, prompt, changes);
        overrides = Json.object();
        turns.asked(prompt.turnId());
        return requests.ask(
                "turn/start",
                params,
                result -> emit(turns.accepted(result.path("turn").path("id").asString(""))),
                message -> {
                    // What the turn was to change is still to be changed.
                    overrides = changes.setAll(overrides);
                    return emit(
                            turns.refused(List.of(Event.Failed.fatal(message, "turn_refused"))));
                });
    }

    private LiveStep steer(String text) {
        var turn = turns.active();
        return turn == null
                ? emit(List.of(Event.Failed.warning("No turn runs that could be steered.", "idle")))
                : requests.ask(
                        "turn/steer",
                        CodexLine.steer(id, turn, text),
                        _ -> LiveStep.NOTHING,
                        message -> emit(List.of(Event.Failed.warning(message, "not_steered"))));
    }

    /// An interrupt between turns is never answered, so one that comes too early waits for the turn
    /// to begin.
    private LiveStep interrupt() {
        if (held != null) {
            turns.asked(held.turnId());
            held = null;
            return emit(turns.lost(EndReason.INTERRUPTED));
        }
        var turn = turns.active();
        if (turn == null) {
            turns.interruptLater();
            return LiveStep.NOTHING;
        }
        return interrupt(turn);
    }

    private LiveStep interrupt(String turn) {
        return requests.send(
                "turn/interrupt", Json.object().put("threadId", id).put("turnId", turn));
    }

    /// Its answers have no place for a reason, so that goes ahead into the same turn: the model
    /// reads it beside the refusal.
    private LiveStep decide(Action.Decide decide) {
        if (!approvals.isOpen(decide.requestId())) {
            return LiveStep.NOTHING;
        }
        if (approvals.isBeyond(decide)) {
            return LiveStep.send(approvals.decided(decide.requestId(), Action.Decision.DENY, null))
                    .and(
                            emit(
                                    List.of(
                                            Event.Failed.warning(
                                                    "Codex does only what it asked for, so an edited"
                                                            + " request was refused.",
                                                    "unsupported"))));
        }
        var reason = decide.reason();
        var isExplained =
                decide.decision() == Action.Decision.DENY
                        && reason != null
                        && !reason.isBlank()
                        && turns.active() != null;
        var answer =
                LiveStep.send(
                        approvals.decided(decide.requestId(), decide.decision(), decide.input()));
        return isExplained && reason != null ? steer(reason).and(answer) : answer;
    }

    /// A question of the server, or nothing where it is none for a person.
    @Nullable LiveStep hearRequest(JsonNode requestId, String method, JsonNode params) {
        var event = approvals.requested(requestId, method, params, items);
        return event == null ? null : emit(List.of(event));
    }

    LiveStep hearToolCall(JsonNode requestId, JsonNode params) {
        return tools.asked(requestId, params);
    }

    LiveStep hear(String method, JsonNode params, String line) {
        return switch (method) {
            case "turn/started" -> started(params.path("turn").path("id").asString(""));
            case "turn/completed" -> completed(params.path("turn"));
            case "item/started" -> {
                var turn = params.path("turnId").asString("");
                yield begun(turn)
                        .and(emit(items.started(new CodexItem(params.path("item")), turn)));
            }
            case "item/completed" -> {
                var item = new CodexItem(params.path("item"));
                yield tools.completed(item.id()).and(emit(items.completed(item, line)));
            }
            case "thread/tokenUsage/updated" -> {
                // A resumed thread repeats the total of the turn before, also when ours has begun.
                var turn = params.path("turnId").asString("");
                usage.updated(params.path("tokenUsage"), turns.isRunning(turn));
                yield CodexOffer.context(name, params.path("tokenUsage"));
            }
            case "thread/settings/updated" ->
                    emit(modelIs(params.path("threadSettings").path("model").asString("")));
            case "serverRequest/resolved" -> emit(approvals.resolved(params.path("requestId")));
            case String other -> emit(CodexNotes.events(other, params, line));
        };
    }

    /// A turn that works has begun, whatever was said about it.
    private LiveStep begun(String turn) {
        return turns.isRunning(turn) ? started(turn) : LiveStep.NOTHING;
    }

    private LiveStep started(String turn) {
        var step = emit(turns.started(turn));
        return turns.isToBeInterrupted() ? step.and(interrupt(turn)) : step;
    }

    private LiveStep completed(JsonNode turn) {
        var turnId = turn.path("id").asString("");
        if (!turns.isRunning(turnId)) {
            return LiveStep.NOTHING;
        }
        var reason =
                switch (turn.path("status").asString("")) {
                    case "interrupted" -> EndReason.INTERRUPTED;
                    case "failed" -> EndReason.ERROR;
                    default -> EndReason.COMPLETED;
                };
        var events = new ArrayList<>(approvals.closeAll());
        events.addAll(items.turnEnded());
        usage.take().ifPresent(events::add);
        if (reason == EndReason.ERROR) {
            var error = turn.path("error");
            events.add(
                    CodexFailure.of(
                            error.path("message").asString("Codex failed."),
                            CodexNotes.code(error)));
        }
        events.addAll(turns.ended(reason));
        var step = tools.closeAll().and(emit(events));
        return reason == EndReason.INTERRUPTED
                ? step.and(terminals.stop(id, items.commands(turnId)))
                : step;
    }

    private List<Event> modelIs(String now) {
        if (now.isEmpty() || now.equals(model)) {
            return List.of();
        }
        model = now;
        return List.of(new Event.SessionChanged(now, null, null));
    }

    LiveStep leave() {
        var turn = turns.active();
        return (turn == null ? LiveStep.NOTHING : interrupt(turn))
                .and(terminals.stopAll(id))
                .and(requests.send("thread/unsubscribe", Json.object().put("threadId", id)))
                .and(close(List.of(), EndReason.INTERRUPTED));
    }

    /// The process is gone.
    LiveStep ended(Event.Failed why) {
        return close(turns.isBusy() ? List.of(why) : List.of(), EndReason.ERROR);
    }

    private LiveStep close(List<Event> first, EndReason reason) {
        var events = new ArrayList<>(approvals.closeAll());
        events.addAll(items.closeAll());
        usage.take().ifPresent(events::add);
        events.addAll(first);
        events.addAll(turns.lost(reason));
        return tools.closeAll().and(emit(events));
    }

    private LiveStep emit(List<Event> events) {
        return LiveStep.emit(name, events);
    }
}
