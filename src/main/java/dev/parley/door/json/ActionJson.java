package dev.parley.door.json;

import dev.parley.api.ApprovalId;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Action.Decision;
import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// What doors ask of a live session, by its `type`.
public final class ActionJson {
    /// The one list of types.
    private static final Map<String, Function<JsonNode, Action>> TYPES = new LinkedHashMap<>();

    static {
        add("prompt", Prompt.class, Prompt::action);
        add("cancel", Action.Cancel.class, it -> with(it, it.turnId(), "turnId", "cancel"));
        add("interrupt", Action.Interrupt.class, it -> it);
        add("decide", Action.Decide.class, ActionJson::checked);
        add(
                "switchModel",
                Action.SwitchModel.class,
                it -> with(it, it.model(), "model", "switchModel"));
        add("switchMode", SwitchMode.class, SwitchMode::action);
        add("close", Action.Close.class, it -> it);
    }

    private ActionJson() {}

    private static <T> void add(String type, Class<T> shape, Function<T, Action> action) {
        TYPES.put(type, json -> action.apply(Messages.read(json, "The action", shape)));
    }

    private static Action with(Action action, @Nullable Object part, String key, String type) {
        var _ = Messages.required(part, key, type);
        return action;
    }

    /// @param steer say it into the turn that runs
    private record Prompt(
            @Nullable String text, List<Action.Image> images, @Nullable Boolean steer) {
        Action action() {
            var prompt =
                    Action.Prompt.of(text == null ? "" : text, images == null ? List.of() : images);
            return Boolean.TRUE.equals(steer) ? new Action.Steer(prompt) : prompt;
        }
    }

    private record SwitchMode(@Nullable Permission permission) {
        Action action() {
            return Action.SwitchMode.to(Messages.required(permission, "permission", "switchMode"));
        }
    }

    public static Action read(ObjectNode message) {
        return Messages.known(message, "The action", TYPES).apply(message);
    }

    /// The answer to one question, whichever it names itself.
    public static Action.Decide decision(ApprovalId id, Action.Decide said) {
        return checked(
                new Action.Decide(id.requestId(), said.decision(), said.reason(), said.input()));
    }

    /// A decision with what belongs to it, or why they do not fit.
    private static Action.Decide checked(Action.Decide decide) {
        var _ = Messages.required(decide.requestId(), "requestId", "decide");
        var decision = Messages.required(decide.decision(), "decision", "decide");
        if (decide.reason() != null && decision != Decision.DENY) {
            throw Problem.invalid("Only a refusal has a reason.", "Leave \"reason\" out.");
        }
        if (decide.input() != null && decision == Decision.DENY) {
            throw Problem.invalid("A refusal has no input.", "Leave \"input\" out.");
        }
        return decide;
    }

    public static ObjectNode of(Action action) {
        return switch (action) {
            case Action.Prompt prompt -> prompt(prompt);
            case Action.Steer(var prompt) -> prompt(prompt).put("steer", true);
            case Action.Cancel cancel -> typed("cancel", cancel);
            case Action.Interrupt interrupt -> typed("interrupt", interrupt);
            case Action.Decide decide -> typed("decide", decide);
            case Action.SwitchModel change -> typed("switchModel", change);
            case Action.SwitchMode(var mode, _) ->
                    Json.object().put("type", "switchMode").put("permission", mode.wireName());
            case Action.Close close -> typed("close", close);
        };
    }

    /// The id of its turn is given by the Parley that has the session.
    private static ObjectNode prompt(Action.Prompt prompt) {
        return typed("prompt", new Prompt(prompt.text(), prompt.images(), null));
    }

    private static ObjectNode typed(String type, Object parts) {
        return Json.object().put("type", type).setAll((ObjectNode) Json.tree(parts));
    }
}
