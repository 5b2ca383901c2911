package dev.parley.tool;

import dev.parley.base.json.Json;
import dev.parley.wire.JsonRpc;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// The client behind one request, in whatever era it lives: an older one is asked by a request of
/// ours and answers while the call waits, a newer one is asked by the answer and calls again.
final class McpPeer implements CallingClient {
    static final String META = "io.modelcontextprotocol/";
    static final String TASKS = META + "tasks";

    private final JsonRpc.Request request;
    private final McpSession session;
    private final Consumer<JsonRpc.Message> out;
    private final boolean isModern;
    private final Map<String, JsonNode> answers;
    private Optional<String> job;

    /// @param rounds what a newer client has answered so far
    McpPeer(
            JsonRpc.Request request,
            McpSession session,
            McpState.Rounds rounds,
            Consumer<JsonRpc.Message> out) {
        this.request = request;
        this.session = session;
        this.out = out;
        isModern = isModern(request.params());
        answers = new LinkedHashMap<>(rounds.answers());
        job = rounds.job();
        if (isModern && request.params().has("inputResponses")) {
            answers.putAll(responses(request.params().path("inputResponses")));
        }
    }

    static boolean isModern(JsonNode params) {
        return params.path("_meta").has(META + "protocolVersion");
    }

    /// @throws McpError when they are no map of answers
    static Map<String, JsonNode> responses(JsonNode json) {
        if (!json.isObject() || json.valueStream().anyMatch(value -> !value.isObject())) {
            throw McpError.invalid("inputResponses is no object of answers.");
        }
        var responses = new LinkedHashMap<String, JsonNode>();
        json.properties().forEach(it -> responses.put(it.getKey(), it.getValue()));
        return responses;
    }

    boolean isModern() {
        return isModern;
    }

    private JsonNode meta(String name) {
        return request.params().path("_meta").path(META + name);
    }

    private JsonNode capabilities() {
        return isModern ? meta("clientCapabilities") : session.capabilities();
    }

    @Override
    public String name() {
        return isModern ? meta("clientInfo").path("name").asString("") : session.name();
    }

    @Override
    public boolean can(String capability) {
        return capabilities().path(capability).isObject();
    }

    boolean knowsTasks() {
        return isModern && capabilities().path("extensions").path(TASKS).isObject();
    }

    McpState.Rounds rounds() {
        return new McpState.Rounds(answers, job);
    }

    Optional<String> job() {
        return job;
    }

    /// The next round finds the job again.
    void job(String id) {
        job = Optional.of(id);
    }

    @Override
    public Map<String, JsonNode> askAll(Map<String, ClientRequest> requests)
            throws InterruptedException {
        var impossible = requests.values().stream().filter(it -> !can(it.capability())).toList();
        if (!impossible.isEmpty()) {
            throw McpError.missing(impossible);
        }
        return isModern ? answered(requests) : asked(requests);
    }

    @Override
    public Map<String, JsonNode> askOnce(Map<String, ClientRequest> requests)
            throws InterruptedException {
        answers.putAll(McpAnswer.settled(requests, answers));
        return CallingClient.super.askOnce(requests);
    }

    @Override
    public boolean isAskedByAnswers() {
        return isModern;
    }

    private Map<String, JsonNode> answered(Map<String, ClientRequest> requests) {
        var missing = new LinkedHashMap<>(requests);
        missing.entrySet().removeIf(it -> McpAnswer.fits(it.getValue(), answers.get(it.getKey())));
        if (!missing.isEmpty()) {
            answers.keySet().removeAll(missing.keySet());
            throw new McpInputRequired(missing);
        }
        var found = new LinkedHashMap<>(answers);
        found.keySet().retainAll(Set.copyOf(requests.keySet()));
        return found;
    }

    private Map<String, JsonNode> asked(Map<String, ClientRequest> requests)
            throws InterruptedException {
        var found = new LinkedHashMap<String, JsonNode>();
        for (var one : requests.entrySet()) {
            found.put(one.getKey(), session.ask(one.getValue(), out));
        }
        return found;
    }

    @Override
    public void progress(double done, @Nullable Double total, String message) {
        var token = request.params().path("_meta").path("progressToken");
        if (token.isMissingNode()) {
            return;
        }
        var params = Json.object().put("progress", done);
        params.set("progressToken", token);
        if (total != null) {
            params.put("total", total);
        }
        tell("notifications/progress", params.put("message", message));
    }

    @Override
    public void log(String level, JsonNode data) {
        var wanted = isModern ? meta("logLevel").asString("") : session.level();
        if (McpSession.isWorth(level, wanted)) {
            var params = Json.object().put("level", level).put("logger", McpServer.NAME);
            params.set("data", data);
            tell("notifications/message", params);
        }
    }

    void tell(String method, JsonNode params) {
        out.accept(new JsonRpc.Notification(method, params));
    }
}
