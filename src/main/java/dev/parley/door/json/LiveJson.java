package dev.parley.door.json;

import dev.parley.api.NewSession;
import dev.parley.api.PendingApproval;
import dev.parley.api.SessionInfo;
import dev.parley.api.TerminalEvent;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.util.List;

/// Live sessions, their questions and terminals, as the doors send and receive them.
public final class LiveJson {
    private LiveJson() {}

    /// A session as it is asked for. A session never gets a home of its own through a door.
    private record Start(
            @Nullable String provider,
            @Nullable String model,
            @Nullable String cwd,
            @Nullable String prompt,
            List<Action.Image> images,
            @Nullable Permission permission,
            @Nullable String resume,
            @Nullable String system,
            List<String> directories,
            @Nullable List<String> tools) {
        private Start {
            images = images == null ? List.of() : List.copyOf(images);
        }
    }

    /// @param what how the request is called in an error
    public static NewSession newSession(JsonNode json, String what) {
        var start = Messages.read(json, what, Start.class);
        var prompt = start.prompt();
        if (prompt == null && !start.images().isEmpty()) {
            throw Problem.invalid("There are images but no prompt.", "Say what to do with them.");
        }
        return new NewSession(
                start.provider(),
                start.model(),
                start.cwd(),
                start.permission(),
                start.resume(),
                start.system(),
                start.directories(),
                null,
                start.tools(),
                prompt == null ? null : Action.Prompt.of(prompt, start.images()));
    }

    public static ObjectNode of(NewSession request) {
        var prompt = request.prompt();
        var json =
                (ObjectNode)
                        Json.tree(
                                new Start(
                                        request.provider(),
                                        request.model(),
                                        request.cwd(),
                                        prompt == null ? null : prompt.text(),
                                        prompt == null ? List.of() : prompt.images(),
                                        request.permission(),
                                        request.resume(),
                                        request.system(),
                                        request.directories(),
                                        request.tools()));
        if (request.tools() != null) {
            json.set("tools", Json.tree(request.tools())); // no tools is not the same as no word
        }
        return json;
    }

    public static ObjectNode of(SessionInfo info) {
        // Jackson would make an address of the path, and leaves questions out.
        return ((ObjectNode) Json.tree(info))
                .put("cwd", info.cwd().toString())
                .put("isWarm", info.isWarm());
    }

    public static SessionInfo sessionInfo(JsonNode json) {
        return Json.read(withAddress((ObjectNode) json), SessionInfo.class);
    }

    public static ArrayNode sessions(Iterable<SessionInfo> infos) {
        var list = Json.array();
        infos.forEach(info -> list.add(of(info)));
        return list;
    }

    public static ObjectNode of(PendingApproval approval) {
        var json = Json.object().put("approvalId", approval.id().toString());
        json.put("sessionId", approval.session().value());
        json.setAll((ObjectNode) Json.tree(approval));
        json.remove("session");
        return json.put("cwd", approval.cwd().toString());
    }

    public static PendingApproval approval(JsonNode json) {
        var parts = withAddress((ObjectNode) json);
        parts.set("session", parts.path("sessionId"));
        return Json.read(parts, PendingApproval.class);
    }

    public static ArrayNode approvals(Iterable<PendingApproval> pending) {
        var list = Json.array();
        pending.forEach(approval -> list.add(of(approval)));
        return list;
    }

    public static ObjectNode of(TerminalEvent event) {
        return switch (event) {
            case TerminalEvent.Printed(_, var data, var position, var isReplay) -> {
                var json = Json.object().put("data", data).put("position", position);
                yield isReplay ? json.put("replay", true) : json;
            }
            case TerminalEvent.Exited(_, var code) -> Json.object().put("exitCode", code);
        };
    }

    private static ObjectNode withAddress(ObjectNode json) {
        var cwd = Path.of(json.path("cwd").asString(""));
        return json.deepCopy().put("cwd", cwd.toUri().toString());
    }
}
