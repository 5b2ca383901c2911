package dev.parley.provider.claude;

import dev.parley.event.Event;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveStep;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/// What Claude Code says about the session it is in: its id, model and permission mode. It says all
/// of it again at the start of every turn.
final class ClaudeSession {
    private @Nullable String id;
    private @Nullable String introduced;
    private @Nullable String model;
    private @Nullable String mode;

    boolean isNamed() {
        return id != null;
    }

    LiveStep named(String conversation, String name) {
        id = name;
        return LiveStep.report(new Happening.Joined(conversation, name, model));
    }

    /// Nearly every line carries the id. The first one tells it; after that only the start of a
    /// turn may tell another, as it does after `/clear`.
    LiveStep heard(String conversation, JsonNode message) {
        var said = message.path("session_id").asString("");
        var isInit = message.path("subtype").asString("").equals("init");
        if (said.isEmpty() || said.equals(id) || (id != null && !isInit)) {
            return LiveStep.NOTHING;
        }
        model = isInit ? message.path("model").asString(null) : model;
        return named(conversation, said);
    }

    /// A turn starts: who it is once, then only what is not as it was.
    List<Event> started(JsonNode init) {
        var events = new ArrayList<Event>();
        var newMode = init.path("permissionMode").asString("");
        if (id != null && id.equals(introduced)) {
            events.addAll(model(init.path("model").asString("")));
            events.addAll(mode(newMode, ourName(newMode)));
        } else {
            introduced = id;
            model = init.path("model").asString(null);
            events.add(ClaudeMessages.started(init));
            if (mode == null) {
                mode = newMode;
            } else {
                events.addAll(mode(newMode, ourName(newMode)));
            }
        }
        return events;
    }

    List<Event> status(JsonNode message) {
        var now = message.path("permissionMode").asString("");
        return mode(now, ourName(now));
    }

    List<Event> model(String now) {
        if (now.isEmpty() || now.equals(model)) {
            return List.of();
        }
        model = now;
        return List.of(new Event.SessionChanged(now, null, null));
    }

    void mode(@Nullable String first) {
        mode = first;
    }

    /// @param permission our name of the mode
    List<Event> mode(String now, String permission) {
        if (now.isEmpty() || now.equals(mode)) {
            return List.of();
        }
        mode = now;
        return List.of(new Event.SessionChanged(null, permission, null));
    }

    /// It leaves the plan mode by itself when a plan is accepted.
    private static String ourName(String mode) {
        return switch (mode) {
            case "default", "manual" -> "ask";
            case "acceptEdits" -> "edit";
            case "bypassPermissions" -> "bypass";
            case String other -> other;
        };
    }
}
