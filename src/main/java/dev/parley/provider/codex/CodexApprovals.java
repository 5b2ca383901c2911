package dev.parley.provider.codex;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.Action.Decision;
import dev.parley.event.Event;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a thread waits for a person's word about: commands, changes of files, further permissions,
/// tools of MCP servers and their questions, questions of its own.
final class CodexApprovals {
    /// How a question wants to be answered.
    private enum Kind {
        DECISION,
        PERMISSIONS,
        ELICITATION,
        QUESTIONS
    }

    private record Open(JsonNode id, Kind kind, String tool, JsonNode params) {}

    /// Its numbers start anew with every process, so the name of the turn goes with them. The whole
    /// is a part of an address, so no slash is in it.
    private final Map<String, Open> open = new LinkedHashMap<>();

    /// The question as an event, or nothing where it is none of these.
    ///
    /// @param items what the thread is at: that says more than its questions
    @Nullable Event requested(JsonNode id, String method, JsonNode params, CodexItems items) {
        return switch (method) {
            case "item/commandExecution/requestApproval" ->
                    ask(
                            new Open(id, Kind.DECISION, "shell", params),
                            params.path("reason").asString(params.path("command").asString("")),
                            only(params, "command", "cwd"),
                            true);
            case "item/fileChange/requestApproval" ->
                    ask(
                            new Open(id, Kind.DECISION, "apply_patch", params),
                            params.path("reason").asString("Change files."),
                            changes(items.changes(params.path("itemId").asString(""))),
                            true);
            case "item/permissions/requestApproval" ->
                    ask(
                            new Open(id, Kind.PERMISSIONS, "request_permissions", params),
                            params.path("reason").asString("Further permissions."),
                            params.path("permissions"),
                            true);
            case "mcpServer/elicitation/request" -> elicitation(id, params, items);
            case "item/tool/requestUserInput" ->
                    ask(
                            new Open(id, Kind.QUESTIONS, "request_user_input", params),
                            params.path("questions").path(0).path("question").asString(""),
                            only(params, "questions"),
                            false);
            default -> null;
        };
    }

    /// A tool of an MCP server is asked for as if the server had a question without any fields. A
    /// question is a form, or an address that is to be visited.
    private Event elicitation(JsonNode id, JsonNode params, CodexItems items) {
        var server = params.path("serverName").asString("");
        var meta = params.path("_meta");
        var isTool = meta.path("codex_approval_kind").asString("").equals("mcp_tool_call");
        return ask(
                new Open(
                        id,
                        Kind.ELICITATION,
                        items.toolOf(server).orElse("mcp__" + server),
                        params),
                params.path("message").asString(""),
                isTool ? meta.path("tool_params") : only(params, "requestedSchema", "url"),
                meta.path("persist")
                        .valueStream()
                        .anyMatch(how -> how.asString("").equals("session")));
    }

    private Event ask(
            Open request, String description, @Nullable JsonNode input, boolean isForSession) {
        var name = request.params.path("turnId").asString("") + "." + request.id.asString();
        open.put(name, request);
        return new Event.ApprovalRequested(
                name,
                request.tool,
                description,
                input == null || input.isMissingNode() ? null : input,
                isForSession
                        ? List.of("allow", "allow_for_session", "deny")
                        : List.of("allow", "deny"));
    }

    private static @Nullable JsonNode changes(@Nullable JsonNode changes) {
        return changes == null ? null : Json.object().set("changes", changes);
    }

    private static ObjectNode only(JsonNode json, String... names) {
        var some = Json.object();
        for (var name : names) {
            if (json.has(name)) {
                some.set(name, json.path(name));
            }
        }
        return some;
    }

    boolean isOpen(String request) {
        return open.containsKey(request);
    }

    /// Whether it would do something else than what was decided: it runs no edited command.
    boolean isBeyond(Action.Decide decide) {
        var request = open.get(decide.requestId());
        return request != null
                && decide.input() != null
                && (request.kind == Kind.DECISION || request.kind == Kind.PERMISSIONS);
    }

    /// The line with the answer. The request must be open.
    String decided(String name, Decision decision, @Nullable JsonNode input) {
        var request = open.remove(name);
        if (request == null) {
            throw new IllegalStateException("Nothing is asked under " + name);
        }
        return CodexLine.answer(
                request.id,
                switch (request.kind) {
                    case DECISION ->
                            Json.object()
                                    .put(
                                            "decision",
                                            switch (decision) {
                                                case ALLOW -> "accept";
                                                case ALLOW_FOR_SESSION -> "acceptForSession";
                                                case DENY -> "decline";
                                            });
                    case PERMISSIONS -> permissions(request, decision);
                    case ELICITATION -> elicited(request, decision, input);
                    case QUESTIONS -> answers(decision, input);
                });
    }

    private static JsonNode permissions(Open request, Decision decision) {
        var granted =
                decision == Decision.DENY ? Json.object() : request.params.path("permissions");
        return Json.object()
                .put("scope", decision == Decision.ALLOW_FOR_SESSION ? "session" : "turn")
                .set("permissions", granted);
    }

    private static JsonNode elicited(Open request, Decision decision, @Nullable JsonNode input) {
        var answer = Json.object();
        if (decision == Decision.DENY) {
            return answer.put("action", "decline").putNull("content").putNull("_meta");
        }
        answer.put("action", "accept");
        if (request.params.has("url")) {
            answer.putNull("content"); // a visit has no values
        } else {
            answer.set("content", input == null ? Json.object() : input);
        }
        if (decision == Decision.ALLOW_FOR_SESSION) {
            answer.putObject("_meta").put("persist", "session");
        } else {
            answer.putNull("_meta");
        }
        return answer;
    }

    /// By the id of a question: one answer, or several.
    private static JsonNode answers(Decision decision, @Nullable JsonNode input) {
        var result = Json.object();
        var answers = result.putObject("answers");
        if (decision != Decision.DENY && input != null) {
            var given = input.path("answers").isObject() ? input.path("answers") : input;
            given.properties()
                    .forEach(answer -> {
                        var list = answers.putObject(answer.getKey()).putArray("answers");
                        if (answer.getValue().isArray()) {
                            answer.getValue().forEach(each -> list.add(each.asString("")));
                        } else {
                            list.add(answer.getValue().asString(""));
                        }
                    });
        }
        return result;
    }

    /// Codex has its answer, or does not want it any more.
    List<Event> resolved(JsonNode id) {
        return close(
                open.entrySet().stream()
                        .filter(each -> each.getValue().id.equals(id))
                        .map(Map.Entry::getKey)
                        .toList());
    }

    List<Event> closeAll() {
        return close(List.copyOf(open.keySet()));
    }

    private List<Event> close(List<String> names) {
        var events = new ArrayList<Event>();
        for (var name : names) {
            var request = open.remove(name);
            if (request != null) {
                events.add(new Event.ApprovalAnswered(name, request.tool, false, "agent"));
            }
        }
        return events;
    }
}
