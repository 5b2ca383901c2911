package dev.parley.provider.acp;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.provider.AcpOptions;
import dev.parley.provider.LiveTools;
import dev.parley.wire.Ending;
import dev.parley.wire.Happening.Refusal;
import dev.parley.wire.JsonRpc;
import dev.parley.wire.LiveDialect;
import dev.parley.wire.LiveStep;
import dev.parley.wire.Opening;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// The Agent Client Protocol, version 1, for every agent that speaks it: JSON-RPC on standard input
/// and output, many sessions on one connection. In which ways agents differ is in [AcpOptions]; who
/// they are is not known here.
public final class AcpDialect implements LiveDialect {
    private static final int VERSION = 1;

    private final AcpLink link;
    private final Map<String, AcpConversation> conversations = new LinkedHashMap<>();
    private @Nullable AcpAgent agent;
    private @Nullable String broken;

    /// @param permissions our name of each mode the profile names
    /// @param takesSystemArgument the agent's process is told the system prompt, so the dialect is
    ///   not to
    /// @param tools how the agent uses tools of Parley
    public AcpDialect(
            AcpOptions quirks,
            Map<String, String> permissions,
            boolean takesSystemArgument,
            LiveTools tools) {
        link =
                new AcpLink(
                        quirks,
                        permissions,
                        takesSystemArgument,
                        tools,
                        conversation -> conversations.remove(conversation.name(), conversation));
    }

    @Override
    public LiveStep open() {
        var params = Json.object().put("protocolVersion", VERSION);
        var can = params.putObject("clientCapabilities");
        // The agent uses its own disk and shell.
        can.putObject("fs").put("readTextFile", false).put("writeTextFile", false);
        can.put("terminal", false);
        params.putObject("clientInfo").put("name", "parley").put("version", "1");
        return link.requests()
                .ask(
                        "initialize",
                        params,
                        this::onHello,
                        error -> breakOff(AcpFailure.of(error).text()));
    }

    private LiveStep onHello(JsonNode hello) {
        var version = hello.path("protocolVersion").asInt(VERSION);
        if (version != VERSION) {
            return breakOff(
                    "The agent speaks version %d of ACP, Parley version %d."
                            .formatted(version, VERSION));
        }
        var said = AcpAgent.of(hello);
        agent = said;
        return each(conversation -> conversation.begin(said));
    }

    private LiveStep breakOff(String why) {
        broken = why;
        return each(conversation -> conversation.refused(Refusal.FAILED, why));
    }

    @Override
    public LiveStep join(String name, Opening opening) {
        var conversation = new AcpConversation(name, opening, link);
        if (conversations.putIfAbsent(name, conversation) != null) {
            throw new IllegalStateException("The conversation " + name + " is already here.");
        }
        if (broken != null) {
            return conversation.refused(Refusal.FAILED, broken);
        }
        return agent == null ? LiveStep.NOTHING : conversation.begin(agent);
    }

    @Override
    public LiveStep say(String name, Action.ForAgent action) {
        var conversation = conversations.get(name);
        return conversation == null
                ? LiveStep.emit(
                        name,
                        Event.Failed.warning("This conversation is over.", "conversation_over"))
                : conversation.say(action);
    }

    @Override
    public LiveStep leave(String name) {
        var conversation = conversations.get(name);
        return conversation == null ? LiveStep.NOTHING : conversation.leave();
    }

    @Override
    public LiveStep hear(String line) {
        return switch (JsonRpc.parse(line)) {
            case JsonRpc.Response answer ->
                    link.requests().answered(answer).orElseGet(() -> unasked(line));
            case JsonRpc.ErrorResponse error ->
                    link.requests().refused(error).orElseGet(() -> unasked(line));
            case JsonRpc.Notification(var method, var params) -> onTold(method, params, line);
            case JsonRpc.Request request -> onAsked(request, line);
            case JsonRpc.Malformed(var text, var reason) ->
                    text.isBlank() ? LiveStep.NOTHING : LiveStep.unclaimed(line, reason);
        };
    }

    private static LiveStep unasked(String line) {
        return LiveStep.unclaimed(line, "an answer to a question nobody asked");
    }

    private LiveStep onTold(String method, JsonNode params, String line) {
        if (method.equals("session/update")) {
            return link.find(params.path("sessionId").asString(""))
                    .map(conversation ->
                            AcpOffer.of(conversation.name(), params.path("update"))
                                    .and(conversation.hearUpdate(params.path("update"), line)))
                    .orElseGet(() -> LiveStep.unclaimed(line, "an update of no conversation"));
        }
        return link.quirks().ignored().stream().anyMatch(method::startsWith)
                ? LiveStep.NOTHING
                : LiveStep.unclaimed(line, "notification " + method);
    }

    /// Whatever is asked is answered at once: some agents wait for it, even if they ask for what
    /// was not offered.
    private LiveStep onAsked(JsonRpc.Request request, String line) {
        if (!request.method().equals("session/request_permission")) {
            return LiveStep.send(
                    JsonRpc.ErrorResponse.to(
                                    request.id(),
                                    JsonRpc.METHOD_NOT_FOUND,
                                    "Parley has no method " + request.method() + ".")
                            .line());
        }
        return link.find(request.params().path("sessionId").asString(""))
                .map(conversation -> conversation.hearRequest(request))
                .orElseGet(() ->
                        LiveStep.send(
                                        new JsonRpc.Response(request.id(), AcpApprovals.cancelled())
                                                .line())
                                .and(LiveStep.unclaimed(line, "a permission for no conversation")));
    }

    @Override
    public LiveStep end(Ending ending) {
        return each(conversation -> conversation.end(ending));
    }

    private LiveStep each(Function<AcpConversation, LiveStep> what) {
        return List.copyOf(conversations.values()).stream()
                .map(what)
                .reduce(LiveStep.NOTHING, LiveStep::and);
    }
}
