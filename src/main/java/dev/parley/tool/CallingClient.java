package dev.parley.tool;

import dev.parley.base.json.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// The program behind a call, while it waits for the answer: what it is, what it can be asked, and
/// what it can be told.
public interface CallingClient {
    /// A client that hears only the answer.
    CallingClient SILENT =
            new CallingClient() {
                @Override
                public String name() {
                    return "";
                }

                @Override
                public boolean can(String capability) {
                    return false;
                }

                @Override
                public Map<String, JsonNode> askAll(Map<String, ClientRequest> requests) {
                    throw McpError.missing(requests.values());
                }

                @Override
                public void progress(double done, @Nullable Double total, String message) {}

                @Override
                public void log(String level, JsonNode data) {}
            };

    /// What it calls itself; empty if it does not say.
    String name();

    /// Whether it said that it can do this: `elicitation`, `sampling`, `roots`.
    boolean can(String capability);

    /// Asks for several things at once and waits for all the answers. A client of 2026-07-28 calls
    /// the tool again with the answers: what a tool does before it asks is done once for each
    /// round, and it must ask under the same keys.
    ///
    /// @return the answers by the keys of the requests
    /// @throws McpError when the client cannot do what is asked
    Map<String, JsonNode> askAll(Map<String, ClientRequest> requests) throws InterruptedException;

    /// Whether it is asked by an answer, and so must not be asked beside the call.
    default boolean isAskedByAnswers() {
        return false;
    }

    /// The same as `askAll`, for questions that somebody else answers if this client does not: a
    /// form that is sent without what it asks for counts as closed, so that it is not shown for
    /// ever to somebody who sends it again.
    default Map<String, JsonNode> askOnce(Map<String, ClientRequest> requests)
            throws InterruptedException {
        return McpAnswer.settled(requests, askAll(requests));
    }

    default JsonNode ask(String key, ClientRequest request) throws InterruptedException {
        return Objects.requireNonNull(askAll(Map.of(key, request)).get(key));
    }

    /// Tells how far it is. Nothing is sent to a client that did not ask for it.
    void progress(double done, @Nullable Double total, String message);

    /// Tells what happens, if the client wants to know things of this level.
    void log(String level, JsonNode data);

    /// Requests by their keys, as MCP writes them.
    static ObjectNode json(Map<String, ClientRequest> requests) {
        var json = Json.object();
        requests.forEach((key, request) -> json.set(key, request.json()));
        return json;
    }

    /// The other way round.
    static Map<String, ClientRequest> requests(JsonNode json) {
        var requests = new LinkedHashMap<String, ClientRequest>();
        json.properties()
                .forEach(entry ->
                        requests.put(
                                entry.getKey(),
                                new ClientRequest(
                                        entry.getValue().path("method").asString(""),
                                        entry.getValue().path("params"))));
        return requests;
    }
}
