package dev.parley.provider.codex;

import dev.parley.base.json.Json;
import dev.parley.event.Event;
import dev.parley.wire.LiveStep;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// Ends the commands of a stopped turn: an interrupt ends the turn, not what it runs, and commands
/// that still waited for a yes never complete.
record CodexTerminals(
        CodexRequests requests, CodexItems items, Function<List<Event>, LiveStep> emit) {

    LiveStep stop(String thread, Set<String> commands) {
        return commands.isEmpty()
                ? LiveStep.NOTHING
                : requests.ask(
                        "thread/backgroundTerminals/list",
                        in(thread),
                        result -> stop(thread, commands, result.path("data")),
                        _ -> emit.apply(items.dropped(commands)));
    }

    private LiveStep stop(String thread, Set<String> commands, JsonNode terminals) {
        var step = LiveStep.NOTHING;
        var waiting = new HashSet<>(commands);
        for (var terminal : terminals) {
            if (waiting.remove(terminal.path("itemId").asString(""))) {
                step =
                        step.and(
                                requests.send(
                                        "thread/backgroundTerminals/terminate",
                                        in(thread).set("processId", terminal.path("processId"))));
            }
        }
        return step.and(emit.apply(items.dropped(waiting)));
    }

    LiveStep stopAll(String thread) {
        return requests.send("thread/backgroundTerminals/clean", in(thread));
    }

    private static ObjectNode in(String thread) {
        return Json.object().put("threadId", thread);
    }
}
