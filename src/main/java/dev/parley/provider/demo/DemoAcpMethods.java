package dev.parley.provider.demo;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.wire.JsonRpc;

import tools.jackson.databind.JsonNode;

import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The methods of ACP the demo agent has, and the sessions that are open. The agent's own thread
/// owns it.
final class DemoAcpMethods {
    /// ACP's code for a session that is not there.
    static final int RESOURCE_NOT_FOUND = -32002;

    private final Map<String, DemoAcpSession> open = new HashMap<>();
    private final DemoPeer peer;
    private final PrintStream err;
    private final DemoSessions sessions;
    private final Duration pause;
    private final Consumer<DemoPlayer.End.Crashed> onCrash;

    DemoAcpMethods(
            DemoPeer peer,
            PrintStream err,
            DemoSessions sessions,
            Duration pause,
            Consumer<DemoPlayer.End.Crashed> onCrash) {
        this.peer = peer;
        this.err = err;
        this.sessions = sessions;
        this.pause = pause;
        this.onCrash = onCrash;
    }

    /// Cancels all turns and waits for their ends.
    void stop() throws InterruptedException {
        for (var session : open.values()) {
            session.stop();
        }
    }

    /// A notification of the client. Those it does not know are no business of the demo.
    void hear(String method, JsonNode params) {
        if (method.equals("session/cancel")) {
            find(params).ifPresent(DemoAcpSession::cancel);
        }
    }

    void answer(JsonRpc.Request request) {
        try {
            handle(request)
                    .ifPresent(result -> peer.send(new JsonRpc.Response(request.id(), result)));
        } catch (Problem problem) {
            var code =
                    switch (problem.kind()) {
                        case NOT_FOUND -> RESOURCE_NOT_FOUND;
                        case BUSY -> JsonRpc.INVALID_REQUEST;
                        default -> JsonRpc.INVALID_PARAMS;
                    };
            peer.send(
                    JsonRpc.ErrorResponse.to(
                            request.id(), code, problem.message() + " " + problem.remedy()));
        } catch (UncheckedIOException e) {
            peer.send(
                    JsonRpc.ErrorResponse.to(
                            request.id(),
                            JsonRpc.INTERNAL_ERROR,
                            "The demo agent cannot use its files: " + e.getCause()));
        }
    }

    /// The result; empty when the answer comes later or was an error.
    private Optional<JsonNode> handle(JsonRpc.Request request) {
        var params = request.params();
        return switch (request.method()) {
            case "initialize" -> Optional.of(DemoAcpJson.initialized());
            case "session/new" -> Optional.of(onNew(params));
            case "session/load" -> Optional.of(onLoad(params));
            case "session/resume" -> Optional.of(onResume(params));
            case "session/close" -> Optional.of(onClose(params));
            case "session/prompt" -> {
                onPrompt(request.id(), params);
                yield Optional.empty();
            }
            case "session/set_mode" -> {
                session(params)
                        .switchMode(DemoArguments.permission(params.path("modeId").asString("")));
                yield Optional.of(Json.object());
            }
            case "session/set_model" -> {
                session(params)
                        .switchModel(DemoArguments.model(params.path("modelId").asString("")));
                yield Optional.of(Json.object());
            }
            case String other -> {
                peer.send(
                        JsonRpc.ErrorResponse.to(
                                request.id(),
                                JsonRpc.METHOD_NOT_FOUND,
                                "The demo agent has no method \"" + other + "\"."));
                yield Optional.empty();
            }
        };
    }

    private JsonNode onNew(JsonNode params) {
        var cwd = directory(params);
        var session = new DemoAcpSession(sessions.create(), cwd, tools(params));
        open.put(session.id(), session);
        return DemoAcpJson.choices(
                DemoAcpJson.inSession(session.id()), session.mode(), session.model());
    }

    private JsonNode onLoad(JsonNode params) {
        var id = params.path("sessionId").asString("");
        var cwd = directory(params);
        refuseIfBusy(params);
        for (var line : sessions.find(id).orElseThrow(() -> unknown(id))) {
            var kind = line.isUser() ? "user_message_chunk" : "agent_message_chunk";
            peer.update(id, DemoAcpJson.chunk(kind, line.text()));
        }
        return reopened(id, cwd, tools(params));
    }

    /// Like loading, without repeating what was said.
    private JsonNode onResume(JsonNode params) {
        var id = params.path("sessionId").asString("");
        var cwd = directory(params);
        refuseIfBusy(params);
        if (sessions.find(id).isEmpty()) {
            throw unknown(id);
        }
        return reopened(id, cwd, tools(params));
    }

    private static Optional<DemoToolServer> tools(JsonNode params) {
        return DemoToolServer.in(params.path("mcpServers"));
    }

    private JsonNode reopened(String id, Path cwd, Optional<DemoToolServer> tools) {
        var session = new DemoAcpSession(id, cwd, tools);
        open.put(id, session);
        return DemoAcpJson.choices(Json.object(), session.mode(), session.model());
    }

    private JsonNode onClose(JsonNode params) {
        var session = session(params);
        session.cancel();
        open.remove(session.id());
        return Json.object();
    }

    private void refuseIfBusy(JsonNode params) {
        if (find(params).filter(DemoAcpSession::isBusy).isPresent()) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    "A turn is running in session " + params.path("sessionId").asString("") + ".",
                    "Cancel it.");
        }
    }

    private void onPrompt(JsonNode requestId, JsonNode params) {
        var session = session(params);
        var said = sessions.find(session.id()).orElseThrow(() -> unknown(session.id()));
        var turn =
                new DemoTurn(
                        DemoSessions.nextTurn(said),
                        prompt(params.path("prompt")),
                        session.model(),
                        Optional.empty(),
                        pause);
        session.start(new DemoAcpTurn(requestId, turn, session, sessions, peer, err, onCrash));
    }

    private static String prompt(JsonNode blocks) {
        List<String> texts = new ArrayList<>();
        for (var block : blocks) {
            switch (block.path("type").asString("")) {
                case "text" -> texts.add(block.path("text").asString(""));
                case "resource_link" -> texts.add(block.path("uri").asString(""));
                case "image" -> texts.add(image(block));
                case String other ->
                        throw Problem.invalid(
                                "The demo agent takes no \"" + other + "\".", "Send text.");
            }
        }
        var prompt = String.join("\n", texts).strip();
        if (prompt.isEmpty()) {
            throw Problem.invalid("There is no prompt.", "Send a block of text.");
        }
        return prompt;
    }

    /// The demo agent cannot see, but it can tell that there is a picture, and how large.
    private static String image(JsonNode block) {
        try {
            var bytes = Base64.getDecoder().decode(block.path("data").asString("-"));
            return "[%s, %d bytes]"
                    .formatted(block.path("mimeType").asString("image"), bytes.length);
        } catch (IllegalArgumentException _) {
            throw Problem.invalid("The image is not in base 64.", "Encode it.");
        }
    }

    private static Path directory(JsonNode params) {
        var text = params.path("cwd").asString("");
        try {
            var cwd = Path.of(text);
            if (cwd.isAbsolute() && Files.isDirectory(cwd)) {
                return cwd;
            }
        } catch (InvalidPathException _) {
            // said below
        }
        throw Problem.invalid(
                "\"" + text + "\" is no working directory.",
                "Give the absolute path of a directory.");
    }

    private Optional<DemoAcpSession> find(JsonNode params) {
        return Optional.ofNullable(open.get(params.path("sessionId").asString("")));
    }

    private DemoAcpSession session(JsonNode params) {
        return find(params).orElseThrow(() -> unknown(params.path("sessionId").asString("")));
    }

    private static Problem unknown(String id) {
        return Problem.notFound(
                "The demo agent has no session \"" + id + "\".", "Create or load one first.");
    }
}
