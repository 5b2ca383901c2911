package dev.parley.provider.claude;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.Event;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What Claude Code waits for a person's word about (`can_use_tool`), its questions and plans among
/// it, and what its MCP servers ask (`elicitation`).
final class ClaudeApprovals {
    private record Open(String tool, JsonNode input, JsonNode suggestions, boolean isElicitation) {}

    private final Map<String, Open> open = new LinkedHashMap<>();

    Event requested(String id, JsonNode request) {
        return request.path("subtype").asString("").equals("elicitation")
                ? elicited(id, request)
                : wanted(id, request);
    }

    private Event wanted(String id, JsonNode request) {
        var tool = request.path("tool_name").asString("");
        var input = request.path("input");
        open.put(id, new Open(tool, input, request.path("permission_suggestions"), false));
        return new Event.ApprovalRequested(
                id,
                tool,
                request.path("description")
                        .asString(
                                request.path("decision_reason")
                                        .asString(request.path("display_name").asString(tool))),
                input.isMissingNode() ? null : input,
                // A question or a plan is answered once; there is nothing to allow for later.
                request.path("requires_user_interaction").asBoolean(false)
                        ? List.of("allow", "deny")
                        : List.of("allow", "allow_for_session", "deny"));
    }

    /// A form that an MCP server wants to have filled in, or an address that it wants to be
    /// visited.
    private Event elicited(String id, JsonNode request) {
        var tool = "mcp__" + request.path("mcp_server_name").asString("");
        var input = Json.object();
        if (request.has("url")) {
            input.set("url", request.path("url"));
        } else {
            input.set("requestedSchema", request.path("requested_schema"));
        }
        open.put(id, new Open(tool, input, MissingNode.getInstance(), true));
        return new Event.ApprovalRequested(
                id, tool, request.path("message").asString(""), input, List.of("allow", "deny"));
    }

    /// The line that tells it; none where nothing is open under that id any more.
    Optional<String> decided(Action.Decide decide) {
        var request = open.remove(decide.requestId());
        if (request == null) {
            return Optional.empty();
        }
        var answer = Json.object();
        if (request.isElicitation) {
            return Optional.of(ClaudeLine.answer(decide.requestId(), values(request, decide)));
        }
        switch (decide.decision()) {
            case ALLOW -> allow(answer, request, decide.input());
            case ALLOW_FOR_SESSION -> {
                allow(answer, request, decide.input());
                answer.set("updatedPermissions", forSession(request));
            }
            case DENY ->
                    answer.put("behavior", "deny")
                            .put(
                                    "message",
                                    decide.reason() == null || decide.reason().isBlank()
                                            ? "The user refused."
                                            : decide.reason());
        }
        return Optional.of(ClaudeLine.answer(decide.requestId(), answer));
    }

    private static ObjectNode values(Open request, Action.Decide decide) {
        if (decide.decision() == Action.Decision.DENY) {
            return Json.object().put("action", "decline");
        }
        var answer = Json.object().put("action", "accept");
        if (request.input.has("requestedSchema")) {
            answer.set("content", decide.input() == null ? Json.object() : decide.input());
        }
        return answer;
    }

    private static void allow(ObjectNode answer, Open request, @Nullable JsonNode edited) {
        answer.put("behavior", "allow")
                .set("updatedInput", edited == null ? request.input : edited(request, edited));
    }

    /// Answers to questions go beside the questions; anything else takes the place of the input.
    private static JsonNode edited(Open request, JsonNode edited) {
        return request.tool.equals("AskUserQuestion")
                        && edited instanceof ObjectNode answers
                        && request.input instanceof ObjectNode questions
                ? questions.deepCopy().setAll(answers)
                : edited;
    }

    /// What it suggests would go into the project's settings file, or switch the whole mode; only
    /// the rules are taken, and only for this session.
    private static JsonNode forSession(Open request) {
        var rules = Json.array();
        for (var suggestion : request.suggestions) {
            if (suggestion instanceof ObjectNode rule
                    && rule.path("type").asString("").equals("addRules")
                    && rule.path("behavior").asString("").equals("allow")) {
                rules.add(rule.deepCopy().put("destination", "session"));
            }
        }
        if (rules.isEmpty()) {
            var rule = rules.addObject().put("type", "addRules");
            rule.putArray("rules").addObject().put("toolName", request.tool);
            rule.put("behavior", "allow").put("destination", "session");
        }
        return rules;
    }

    /// It needs no answer any more.
    List<Event> resolved(String id) {
        var request = open.remove(id);
        return request == null
                ? List.of()
                : List.of(new Event.ApprovalAnswered(id, request.tool, false, "agent"));
    }

    List<Event> closeAll() {
        return List.copyOf(open.keySet()).stream().flatMap(id -> resolved(id).stream()).toList();
    }
}
