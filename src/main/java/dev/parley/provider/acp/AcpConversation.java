package dev.parley.provider.acp;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.TurnOrigin;
import dev.parley.wire.Ending;
import dev.parley.wire.Happening;
import dev.parley.wire.JsonRpc;
import dev.parley.wire.LiveStep;
import dev.parley.wire.Opening;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayDeque;
import java.util.Deque;

/// One conversation over ACP: how it begins, the turn that runs, what waits behind it. Agents end
/// or mix up a turn when they get a second prompt, so there is one at a time.
final class AcpConversation {
    private final String name;
    private final Opening opening;
    private final AcpLink link;
    private final AcpChoices choices;
    private final AcpApprovals approvals;
    private final AcpHostTools hostTools;
    private final AcpUpdates updates;
    private final Deque<Action.ForAgent> waiting = new ArrayDeque<>();
    private AcpAgent agent = AcpAgent.of(MissingNode.getInstance());
    private @Nullable AcpJoining joining;
    private @Nullable String nativeId;
    private @Nullable String turn;
    private boolean isInterrupted;
    private boolean hasSystem;

    AcpConversation(String name, Opening opening, AcpLink link) {
        this.name = name;
        this.opening = opening;
        this.link = link;
        choices = new AcpChoices(link.quirks());
        approvals = new AcpApprovals(name, link.quirks());
        hostTools = new AcpHostTools(opening.tools(), link.tools());
        updates = new AcpUpdates(link.quirks(), hostTools, opening.resume().isEmpty());
        // There is no system prompt in ACP; the text stands above the first prompt instead.
        hasSystem =
                opening.system().isPresent()
                        && opening.resume().isEmpty()
                        && !link.takesSystemArgument();
    }

    String name() {
        return name;
    }

    AcpChoices choices() {
        return choices;
    }

    AcpHostTools hostTools() {
        return hostTools;
    }

    LiveStep begin(AcpAgent theAgent) {
        agent = theAgent;
        hostTools.offered(agent);
        var begun = new AcpJoining(this, link, agent, opening, this::joined);
        joining = begun;
        return begun.begin();
    }

    private LiveStep joined() {
        if (joining != null) {
            nativeId = joining.nativeId();
            joining = null;
        }
        return pump();
    }

    LiveStep refused(Happening.Refusal why, String message) {
        link.forget(this);
        return LiveStep.report(new Happening.Refused(name, why, message));
    }

    LiveStep say(Action.ForAgent action) {
        if (action instanceof Action.ToolsKnown) {
            return toolsKnown();
        }
        if (nativeId == null) {
            return action instanceof Action.Interrupt ? interruptWaiting() : wait(action);
        }
        return switch (action) {
            case Action.Prompt prompt ->
                    turn == null && !hostTools.areAwaited() ? prompt(prompt) : wait(prompt);
            case Action.Interrupt() -> interruptWaiting().and(interrupt());
            case Action.Decide decide -> approvals.decided(decide);
            case Action.SwitchModel(var model) -> switchModel(nativeId, model);
            case Action.SwitchMode change -> switchMode(nativeId, change);
            case Action.AnswerTool _ -> LiveStep.NOTHING; // the MCP server answers
            case Action.ToolReached reached -> LiveStep.emit(name, updates.reached(reached));
            case Action.ToolsKnown _ -> toolsKnown();
            case Action.Steer _ ->
                    warn(
                            agent.name() + " takes no further word into a running turn.",
                            "steer_unsupported");
        };
    }

    private LiveStep wait(Action.ForAgent action) {
        waiting.add(action);
        return LiveStep.NOTHING;
    }

    /// What waited for the tools can be said.
    private LiveStep toolsKnown() {
        hostTools.areKnown();
        return nativeId == null ? LiveStep.NOTHING : pump();
    }

    /// Says what had to wait, up to the next prompt.
    private LiveStep pump() {
        var step = LiveStep.NOTHING;
        while (turn == null && !hostTools.areAwaited() && !waiting.isEmpty()) {
            step = step.and(say(waiting.remove()));
        }
        return step;
    }

    private LiveStep prompt(Action.Prompt prompt) {
        turn = prompt.turnId();
        isInterrupted = false;
        var begun =
                LiveStep.emit(name, updates.begin(prompt.turnId()))
                        .and(
                                LiveStep.emit(
                                        name,
                                        new Event.TurnStarted(prompt.turnId(), TurnOrigin.PROMPT)));
        if (!prompt.images().isEmpty() && !agent.takesImages()) {
            return begun.and(
                    end(
                            Event.Failed.fatal(
                                    agent.name() + " takes no images. Send the prompt without.",
                                    "images_unsupported")));
        }
        return begun.and(
                link.requests()
                        .ask(
                                "session/prompt",
                                promptParams(prompt),
                                this::onStopped,
                                this::onFailed));
    }

    private ObjectNode promptParams(Action.Prompt prompt) {
        var params = session();
        var blocks = params.putArray("prompt");
        var text = hasSystem ? opening.system().orElse("") + "\n\n" + prompt.text() : prompt.text();
        hasSystem = false;
        if (!text.isEmpty()) {
            blocks.addObject().put("type", "text").put("text", text);
        }
        prompt.images()
                .forEach(image ->
                        blocks.addObject()
                                .put("type", "image")
                                .put("mimeType", image.mediaType())
                                .put("data", image.data()));
        return params;
    }

    private LiveStep interrupt() {
        if (turn == null) {
            return LiveStep.NOTHING;
        }
        isInterrupted = true;
        // The cancellation goes first: an agent that hears the refusals before goes on working.
        return LiveStep.send(new JsonRpc.Notification("session/cancel", session()).line())
                .and(approvals.cancel());
    }

    private LiveStep interruptWaiting() {
        var step = LiveStep.NOTHING;
        for (var action : waiting) {
            if (action instanceof Action.Prompt(var turnId, _, _)) {
                step =
                        step.and(
                                LiveStep.emit(
                                        name,
                                        new Event.TurnStarted(turnId, TurnOrigin.PROMPT),
                                        new Event.TurnEnded(turnId, EndReason.INTERRUPTED)));
            }
        }
        waiting.removeIf(Action.Prompt.class::isInstance);
        return step;
    }

    private LiveStep onStopped(JsonNode result) {
        return switch (result.path("stopReason").asString("")) {
            case "end_turn" -> onEndOfTurn(result);
            case "cancelled" -> end(EndReason.INTERRUPTED, result);
            case "max_tokens" -> failed("The answer was cut: it has the most tokens there may be.");
            case "max_turn_requests" ->
                    failed(
                            "The turn was cut: it has the most requests to the model there may be,"
                                    + " or they were the same again and again.");
            case "refusal" -> failed("The model refused to answer.");
            case String other -> failed("The turn ended for the reason \"" + other + "\".");
        };
    }

    private LiveStep onEndOfTurn(JsonNode result) {
        if (link.quirks().emptyTurnIsFailure() && updates.haveNoEnd() && !isInterrupted) {
            return end(
                    Event.Failed.fatal(
                            agent.name()
                                    + " ended the turn without a word, as it does when the model"
                                    + " fails, refuses or repeats itself. Its own log says why.",
                            "empty_turn"));
        }
        return end(EndReason.COMPLETED, result);
    }

    private LiveStep failed(String message) {
        return end(Event.Failed.fatal(message, "stopped"));
    }

    /// Some agents answer a cancelled prompt with an error.
    private LiveStep onFailed(JsonRpc.ErrorResponse error) {
        return isInterrupted
                ? end(EndReason.INTERRUPTED, MissingNode.getInstance())
                : end(AcpFailure.of(error).event(agent));
    }

    private LiveStep end(EndReason reason, JsonNode result) {
        var step = approvals.closeAll().and(LiveStep.emit(name, updates.end(reason, result)));
        return step.and(over(reason));
    }

    private LiveStep end(Event.Failed failure) {
        return approvals
                .closeAll()
                .and(LiveStep.emit(name, updates.end(EndReason.ERROR, MissingNode.getInstance())))
                .and(LiveStep.emit(name, failure))
                .and(over(EndReason.ERROR));
    }

    private LiveStep over(EndReason reason) {
        if (turn == null) {
            return LiveStep.NOTHING;
        }
        var ended = LiveStep.emit(name, new Event.TurnEnded(turn, reason));
        turn = null;
        return ended.and(pump());
    }

    /// What changes counts at once, so that the agent's echo of it is no news.
    private LiveStep switchModel(String session, String model) {
        var before = choices.model();
        var change = choices.toModel(session, model);
        choices.isIn(null, choices.modelId(model));
        return change(
                change,
                new Event.SessionChanged(model, null, null),
                () -> choices.isIn(null, before),
                "model_switch_failed");
    }

    private LiveStep switchMode(String session, Action.SwitchMode wanted) {
        var mode = wanted.settings().get("mode");
        if (mode == null) {
            return warn(agent.name() + " cannot change its permission mode.", "mode_switch_failed");
        }
        var before = choices.mode();
        var change = choices.toMode(session, mode);
        choices.isIn(mode, null);
        return change(
                change,
                new Event.SessionChanged(null, wanted.permission(), null),
                () -> choices.isIn(before, null),
                "mode_switch_failed");
    }

    private LiveStep change(
            AcpChoices.Change change, Event.SessionChanged done, Runnable undo, String code) {
        return link.requests()
                .ask(
                        change.method(),
                        change.params(),
                        _ -> LiveStep.emit(name, done),
                        error -> {
                            var failure = AcpFailure.of(error);
                            if (failure.isAlreadyInMode(link.quirks().alreadyInMode())) {
                                return LiveStep.emit(name, done);
                            }
                            undo.run();
                            return warn(failure.text(), code);
                        });
    }

    LiveStep hearUpdate(JsonNode update, String line) {
        if (joining != null) {
            return joining.hear(update);
        }
        return switch (update.path("sessionUpdate").asString("")) {
            case "current_mode_update" -> onMode(update);
            case "config_option_update" -> onOptions(update);
            case "session_info_update" ->
                    update.path("title").isString()
                            ? LiveStep.emit(
                                    name,
                                    new Event.SessionChanged(
                                            null, null, update.path("title").asString()))
                            : LiveStep.NOTHING;
            case String _ ->
                    LiveStep.emit(name, updates.hear(update, line))
                            .and(approvals.grow(opening.cwd()));
        };
    }

    /// The agent changed its mode by itself, for example after a plan was accepted.
    private LiveStep onMode(JsonNode update) {
        var before = choices.mode();
        choices.hear(update);
        var now = choices.mode();
        return now == null || now.equals(before)
                ? LiveStep.NOTHING
                : link.permission(now)
                        .map(permission ->
                                LiveStep.emit(
                                        name, new Event.SessionChanged(null, permission, null)))
                        .orElse(LiveStep.NOTHING);
    }

    private LiveStep onOptions(JsonNode update) {
        var before = choices.model();
        var step = onMode(update);
        var now = choices.model();
        return now == null || now.equals(before)
                ? step
                : step.and(LiveStep.emit(name, new Event.SessionChanged(now, null, null)));
    }

    LiveStep hearRequest(JsonRpc.Request request) {
        if (nativeId == null || isInterrupted) {
            return LiveStep.send(
                    new JsonRpc.Response(request.id(), AcpApprovals.cancelled()).line());
        }
        var tool = updates.asked(request.params().path("toolCall"));
        var permitted = hostTools.permitted(request, tool);
        if (permitted.isPresent()) {
            return permitted.get();
        }
        return LiveStep.emit(name, updates.call(tool))
                .and(approvals.requested(turn == null ? "agent" : turn, request, tool));
    }

    /// Ends the conversation from our side.
    LiveStep leave() {
        var step = interruptWaiting().and(interrupt());
        if (turn != null) {
            step = step.and(end(EndReason.INTERRUPTED, MissingNode.getInstance()));
        }
        link.forget(this);
        return nativeId != null && agent.canClose()
                ? step.and(
                        link.requests()
                                .ask(
                                        "session/close",
                                        session(),
                                        _ -> LiveStep.NOTHING,
                                        _ -> LiveStep.NOTHING))
                : step;
    }

    /// The agent is gone. Prompts that had not begun are not told: nobody has heard them.
    LiveStep end(Ending ending) {
        var words = ending.lastWords().strip();
        var message =
                words.isEmpty() ? "The CLI ended with exit code " + ending.exitCode() + "." : words;
        waiting.clear();
        if (nativeId == null) {
            return refused(Happening.Refusal.FAILED, message);
        }
        return turn == null
                ? approvals.closeAll()
                : end(Event.Failed.fatal(message, "exit_" + ending.exitCode()));
    }

    private LiveStep warn(String message, String code) {
        return LiveStep.emit(name, Event.Failed.warning(message, code));
    }

    private ObjectNode session() {
        return Json.object().put("sessionId", nativeId == null ? "" : nativeId);
    }
}
