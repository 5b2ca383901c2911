package dev.parley.door.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.base.resource.Resources;
import dev.parley.door.rest.DocumentRoutes;
import dev.parley.testing.LiveServer;
import dev.parley.testing.Schemas;
import dev.parley.testing.SocketClient;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// The AsyncAPI document and the WebSocket are the same in both directions.
class AsyncApiTest {
    /// With the values of the OpenAPI document in it, which it refers to.
    private static final JsonNode DOCUMENT = document();

    private final Schemas schemas = new Schemas(DOCUMENT);
    private final List<JsonNode> told = new ArrayList<>();

    @TempDir Path directory;

    private static JsonNode document() {
        var text = Resources.text(DocumentRoutes.class, "asyncapi.json");
        var document = Json.parse(text.replace("\"openapi.json#", "\"#")).orElseThrow();
        var openApi =
                Json.parse(Resources.text(DocumentRoutes.class, "openapi.json")).orElseThrow();
        ((ObjectNode) document.at("/components/schemas"))
                .setAll((ObjectNode) openApi.at("/components/schemas"));
        return document;
    }

    /// The schemas of one side's messages, by their type.
    private Map<String, JsonNode> messages(String side) {
        var messages = new TreeMap<String, JsonNode>();
        DOCUMENT.at("/components/messages")
                .propertyStream()
                .filter(entry -> entry.getKey().startsWith(side))
                .forEach(entry ->
                        messages.put(
                                entry.getValue().path("name").asString(),
                                entry.getValue().path("payload")));
        return messages;
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        DOCUMENT.findValues("$ref")
                .forEach(reference -> schemas.followed(Json.object().set("$ref", reference)));
    }

    @Test
    void everyMessageHasItsTypeAndIsOnTheChannel() {
        for (var side : List.of("Client", "Server")) {
            messages(side)
                    .forEach((name, schema) ->
                            assertEquals(
                                    name,
                                    schemas.followed(schema)
                                            .at("/properties/type/const")
                                            .asString()));
        }
        assertEquals(
                new TreeSet<>(DOCUMENT.at("/components/messages").propertyNames()),
                new TreeSet<>(DOCUMENT.at("/channels/ws/messages").propertyNames()));
    }

    @Test
    void whatAClientMaySayIsWhatIsRead() throws Exception {
        var described = messages("Client");
        assertEquals(
                new TreeSet<>(ClientMessage.Shapes.ALL.keySet()),
                new TreeSet<>(described.keySet()));
        for (var message : described.entrySet()) {
            var whole = (ObjectNode) sample(message.getValue());
            whole.remove("requestId");
            // Reading is strict: a key that is described and not known fails here …
            var read = ClientMessage.read(whole.deepCopy());
            // … and one that is known and not described is absent now. No door offers a home.
            var unknown = read instanceof ClientMessage.CreateSession ? List.of("home") : List.of();
            assertEquals(unknown, absent(read), whole.toString());
        }
    }

    private static List<String> absent(Object message) throws Exception {
        var absent = new ArrayList<String>();
        for (var part : message.getClass().getRecordComponents()) {
            var accessor = part.getAccessor();
            accessor.setAccessible(true);
            var value = accessor.invoke(message);
            if (value == null || value instanceof List<?> list && list.isEmpty()) {
                absent.add(part.getName());
            } else if (value instanceof Record inner) {
                absent.addAll(absent(inner));
            }
        }
        return absent;
    }

    /// A value with everything that a schema describes.
    private JsonNode sample(JsonNode schema) {
        var followed = schemas.followed(schema);
        if (followed.has("const")) {
            return followed.path("const");
        }
        if (followed.has("enum")) {
            return followed.path("enum").path(0);
        }
        if (followed.has("oneOf")) {
            return sample(followed.path("oneOf").path(0));
        }
        if (followed.path("type").asString("").equals("array")) {
            return Json.array().add(sample(followed.path("items")));
        }
        if (followed.has("properties")) {
            var object = Json.object();
            followed.path("allOf").forEach(part -> object.setAll((ObjectNode) sample(part)));
            followed.path("properties")
                    .propertyStream()
                    .forEach(entry -> object.set(entry.getKey(), sample(entry.getValue())));
            return object;
        }
        return switch (followed.path("type").asString("")) {
            case "integer" -> Json.parse("7").orElseThrow();
            case "boolean" -> Json.parse("true").orElseThrow();
            case "string" -> Json.parse("\"text\"").orElseThrow();
            default -> Json.object().put("any", "value");
        };
    }

    @Test
    void whatTheServerSaysIsDescribedAndNothingElse() throws Exception {
        try (var server = new LiveServer(directory);
                var socket = SocketClient.open(server.client(), server.port())) {
            var cwd = "\"cwd\":\"" + server.directory() + "\"";
            ask(socket, "hello", "\"version\":1,\"token\":\"" + server.token() + "\"", "hello");
            ask(socket, "nonsense", "\"a\":1", "error");
            ask(socket, "sessions.fetch", "\"limit\":5", "sessions.updated");
            var live = "\"provider\":\"demo\",\"prompt\":\"permission\"," + cwd;
            var created = ask(socket, "session.create", live, "session.created");
            var approval = hear(socket, "approval.request").path("approval");
            var session = "\"sessionId\":\"" + created.at("/session/id").asString() + "\"";
            ask(socket, "session.follow", session, "session.following");
            ask(socket, "approval.list", "\"requestId\":1", "approval.list");
            ask(
                    socket,
                    "approval.decide",
                    "\"requestId\":2,\"decision\":\"allow\",\"approvalId\":\""
                            + approval.path("approvalId").asString()
                            + "\"",
                    "approval.resolved");
            awaitTurnEnd(socket);
            var action = session + ",\"action\":{\"type\":\"interrupt\"}";
            ask(socket, "session.action", action, "session.accepted");
            ask(socket, "tickets.follow", "\"requestId\":3", "tickets.following");
            server.post(
                    "/api/tickets", "{\"title\":\"a\",\"project\":\"" + server.directory() + "\"}");
            hear(socket, "tickets.changed");
            ask(socket, "inbox.follow", "\"requestId\":4", "inbox.changed");
            server.post(
                    "/api/view/" + created.at("/session/id").asString() + "/mark",
                    "{\"isPinned\":true}");
            hear(socket, "marks.changed");
            ask(socket, "inbox.unfollow", "\"requestId\":5", "done");
            var opened = ask(socket, "terminal.create", cwd, "terminal.created");
            var terminal = "\"terminalId\":\"" + opened.path("terminalId").asString() + "\"";
            ask(socket, "terminal.attach", terminal, "terminal.attached");
            ask(socket, "terminal.list", "\"requestId\":\"a\"", "terminal.list");
            ask(socket, "terminal.input", terminal + ",\"data\":\"exit 3\\n\"", "terminal.exit");
            ask(socket, "terminal.detach", terminal + ",\"requestId\":{}", "done");
        }
        var described = messages("Server");
        var seen = new TreeSet<String>();
        for (var message : told) {
            var type = message.path("type").asString();
            seen.add(type);
            assertEquals(
                    List.of(), schemas.check(described.get(type), message), message.toString());
        }
        assertEquals(new TreeSet<>(described.keySet()), seen);
    }

    private void awaitTurnEnd(SocketClient socket) throws InterruptedException {
        var type = "";
        while (!type.equals("turn.end")) {
            type = hear(socket, "liveSession.event").at("/event/type").asString();
        }
    }

    private JsonNode ask(SocketClient socket, String type, String rest, String answer)
            throws InterruptedException {
        socket.send("{\"type\":\"" + type + "\"," + rest + "}");
        return hear(socket, answer);
    }

    private JsonNode hear(SocketClient socket, String type) throws InterruptedException {
        while (true) {
            var message = Json.parse(socket.hear()).orElseThrow();
            told.add(message);
            if (message.path("type").asString().equals(type)) {
                return message;
            }
        }
    }
}
