package dev.parley.provider.codex;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.wire.JsonRpc;
import dev.parley.wire.Opening;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What we write to Codex's app server: JSON-RPC without the word `jsonrpc`.
final class CodexLine {
    /// What nobody here looks at.
    private static final List<String> UNWANTED =
            List.of(
                    "account/rateLimits/updated",
                    "item/commandExecution/outputDelta",
                    "item/reasoning/summaryPartAdded",
                    "remoteControl/status/changed",
                    "thread/readState/changed",
                    "turn/diff/updated");

    private CodexLine() {}

    static String of(JsonRpc.Message message) {
        return message.line(JsonRpc.Version.LEFT_OUT);
    }

    static String answer(JsonNode id, JsonNode result) {
        return of(new JsonRpc.Response(id, result));
    }

    static String error(JsonNode id, String message) {
        return of(JsonRpc.ErrorResponse.to(id, JsonRpc.METHOD_NOT_FOUND, message));
    }

    /// Its session files name the client.
    static ObjectNode initialize() {
        var params = Json.object();
        params.putObject("clientInfo")
                .put("name", "parley")
                .put("title", "Parley")
                .put("version", "1");
        var capabilities = params.putObject("capabilities").put("experimentalApi", true);
        var unwanted = capabilities.putArray("optOutNotificationMethods");
        UNWANTED.forEach(unwanted::add);
        return params;
    }

    /// A thread always begins where it can only read: begun with more, Codex would write into the
    /// user's configuration that it trusts the project. The first turn brings what is allowed.
    static ObjectNode begin(Opening opening) {
        var params = Json.object().put("cwd", opening.cwd().toString());
        opening.resume().ifPresent(id -> params.put("threadId", id).put("excludeTurns", true));
        opening.model().ifPresent(model -> params.put("model", model));
        opening.system().ifPresent(text -> params.put("developerInstructions", text));
        var policy = opening.settings().get("approvalPolicy");
        if (policy != null) {
            params.put("approvalPolicy", policy);
        }
        if (opening.settings().containsKey("sandbox")) {
            params.put("sandbox", "read-only");
        }
        var config = Json.object();
        if (!opening.directories().isEmpty()) {
            config.set("sandbox_workspace_write.writable_roots", paths(opening.directories()));
        }
        CodexHostTools.offer(opening, params, config);
        if (!config.isEmpty()) {
            params.set("config", config);
        }
        return params;
    }

    /// What a turn says about permissions; it holds for the turns after it as well.
    static ObjectNode mode(Map<String, String> settings, List<Path> directories) {
        var overrides = Json.object();
        var policy = settings.get("approvalPolicy");
        if (policy != null) {
            overrides.put("approvalPolicy", policy);
        }
        var sandbox = settings.get("sandbox");
        if (sandbox != null) {
            // The same names as elsewhere, but in camel case.
            var rules = overrides.putObject("sandboxPolicy");
            switch (sandbox) {
                case "workspace-write" -> {
                    rules.put("type", "workspaceWrite");
                    if (!directories.isEmpty()) {
                        rules.set("writableRoots", paths(directories));
                    }
                }
                case "danger-full-access" -> rules.put("type", "dangerFullAccess");
                default -> rules.put("type", "readOnly");
            }
        }
        return overrides;
    }

    static ObjectNode turn(String thread, Action.Prompt prompt, ObjectNode overrides) {
        var params = Json.object().put("threadId", thread);
        var input = params.putArray("input");
        if (!prompt.text().isEmpty()) {
            text(input, prompt.text());
        }
        for (var image : prompt.images()) {
            input.addObject()
                    .put("type", "image")
                    .put("url", "data:" + image.mediaType() + ";base64," + image.data());
        }
        return params.setAll(overrides);
    }

    static ObjectNode steer(String thread, String turn, String text) {
        var params = Json.object().put("threadId", thread).put("expectedTurnId", turn);
        text(params.putArray("input"), text);
        return params;
    }

    private static void text(ArrayNode input, String text) {
        input.addObject().put("type", "text").put("text", text);
    }

    private static ArrayNode paths(List<Path> directories) {
        var paths = Json.array();
        directories.forEach(directory -> paths.add(directory.toString()));
        return paths;
    }
}
