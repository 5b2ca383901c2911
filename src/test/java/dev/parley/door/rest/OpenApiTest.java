package dev.parley.door.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.SessionState;
import dev.parley.api.TicketState;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.base.resource.Version;
import dev.parley.event.Permission;
import dev.parley.testing.LiveServer;
import dev.parley.testing.Schemas;
import dev.parley.testing.StoredMachine;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The OpenAPI document and the program are the same in both directions.
class OpenApiTest {
    private static final List<String> METHODS = List.of("get", "post", "delete", "put", "patch");

    /// Addresses that make no sense without a parameter.
    private static final List<String> NEED_MORE = List.of("/api/search", "/api/files");

    /// Addresses that answer with a text that is no JSON.
    private static final List<String> TEXTS = List.of("/healthz", "/metrics");

    @TempDir static Path directory;

    private static LiveServer server;
    private static JsonNode document;
    private static Schemas schemas;

    @BeforeAll
    static void start() throws Exception {
        new StoredMachine(directory);
        var config = Files.createDirectories(directory.resolve(".config/parley"));
        Files.writeString(
                config.resolve("models.json"),
                "{\"acme\": {\"driver\": \"demo\", \"repoPath\": \"" + directory + "\"}}");
        server = new LiveServer(directory);
        server.app().historyVerbs().index().keep();
        await().atMost(Duration.ofMinutes(1)).until(() -> server.app().history().isComplete());
        document = server.get("/api/openapi.json").json();
        schemas = new Schemas(document);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void needsNoTokenAndHasTheVersionOfTheProgram() throws Exception {
        for (var name : List.of("openapi.json", "asyncapi.json")) {
            var request =
                    HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + server.port() + "/api/" + name));
            var answer =
                    server.client().send(request.build(), HttpResponse.BodyHandlers.ofString());
            assertEquals(200, answer.statusCode());
            assertEquals(
                    Version.current(),
                    Json.parse(answer.body()).orElseThrow().at("/info/version").asString());
        }
    }

    /// Programs that are made from the document need to know which event they have.
    @Test
    void eventsAreToldApartByTheirType() {
        var event = document.at("/components/schemas/Event");
        assertEquals("type", event.at("/discriminator/propertyName").asString());
        var mapped = new TreeSet<String>();
        event.at("/discriminator/mapping")
                .propertyStream()
                .forEach(one -> {
                    var schema = one.getValue().asString().substring(1);
                    assertEquals(
                            one.getKey(),
                            document.at(schema + "/properties/type/const").asString());
                    mapped.add(one.getValue().asString());
                });
        var all = new TreeSet<String>();
        event.path("oneOf").forEach(one -> all.add(one.path("$ref").asString()));
        assertEquals(all, mapped);
    }

    @Test
    void operationsHaveNamesOfTheirOwnAndSayHowTheyFail() {
        var names = new ArrayList<String>();
        document.path("paths")
                .propertyStream()
                .forEach(path ->
                        METHODS.stream()
                                .filter(path.getValue()::has)
                                .map(method -> path.getValue().path(method))
                                .forEach(operation -> {
                                    names.add(operation.path("operationId").asString());
                                    assertTrue(
                                            operation.path("responses").has("4XX"), path.getKey());
                                }));
        assertEquals(names.size(), new TreeSet<>(names).size());
    }

    @Test
    void describesEveryAddressAndNoOther() {
        var described = new TreeSet<String>();
        document.path("paths")
                .propertyStream()
                .forEach(path ->
                        METHODS.stream()
                                .filter(path.getValue()::has)
                                .forEach(method ->
                                        described.add(
                                                method.toUpperCase(Locale.ROOT)
                                                        + " "
                                                        + path.getKey())));
        var answered = new TreeSet<String>();
        server.addresses().stream()
                .filter(address -> address.matches("\\w+ /(api/|v1/|mcp|healthz|metrics).*"))
                .forEach(answered::add);
        assertEquals(answered, described);
    }

    @Test
    void figuresAreForPrometheusAndNeedTheToken() throws Exception {
        var metrics =
                HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.port() + "/metrics"));
        var refused = server.client().send(metrics.build(), HttpResponse.BodyHandlers.discarding());
        assertEquals(401, refused.statusCode());
        var started =
                server.post(
                        "/api/live",
                        "{\"provider\":\"demo\",\"cwd\":\"" + server.directory() + "\"}");
        assertEquals(201, started.status(), started.toString());
        var answer =
                server.client()
                        .send(
                                server.request("/metrics").build(),
                                HttpResponse.BodyHandlers.ofString());
        assertEquals(200, answer.statusCode());
        assertThat(answer.body().lines().filter(line -> !line.startsWith("#")))
                .allMatch(line -> line.matches("parley_[a-z_]+(\\{.*})? \\d+"))
                .anyMatch(
                        line -> line.startsWith("parley_live_sessions{provider=\"demo\",state=\""));
    }

    @Test
    void everyPlaceInAPathIsAParameter() {
        document.path("paths")
                .propertyStream()
                .forEach(path -> {
                    var places =
                            Pattern.compile("\\{(\\w+)}")
                                    .matcher(path.getKey())
                                    .results()
                                    .map(found -> found.group(1))
                                    .sorted()
                                    .toList();
                    var parameters =
                            path.getValue()
                                    .path("parameters")
                                    .valueStream()
                                    .map(schemas::followed)
                                    .map(parameter -> parameter.path("name").asString())
                                    .sorted()
                                    .toList();
                    assertEquals(places, parameters, path.getKey());
                });
    }

    @Test
    void everyReferenceLeadsSomewhereAndEveryComponentIsUsed() {
        var used = new TreeSet<String>();
        document.findValues("$ref")
                .forEach(reference -> {
                    schemas.followed(Json.object().set("$ref", reference));
                    used.add(reference.asString());
                });
        var defined = new TreeSet<String>();
        for (var kind : List.of("schemas", "parameters", "responses")) {
            document.path("components")
                    .path(kind)
                    .propertyNames()
                    .forEach(name -> defined.add("#/components/" + kind + "/" + name));
        }
        assertEquals(defined, used);
    }

    @Test
    void theWordsOfAListAreThoseOfTheProgram() {
        assertEquals(
                names(Arrays.stream(Problem.Kind.values()).map(Enum::name)),
                words("Problem", "properties", "kind"));
        assertEquals(
                names(Arrays.stream(Permission.values()).map(Permission::wireName)),
                words("Permission"));
        assertEquals(
                names(Arrays.stream(TicketState.values()).map(TicketState::wireName)),
                words("Ticket", "properties", "column"));
        assertEquals(
                names(Arrays.stream(SessionState.values()).map(SessionState::wireName)),
                words("LiveSession", "properties", "state"));
    }

    private static TreeSet<String> names(Stream<String> names) {
        return new TreeSet<>(names.toList());
    }

    private static TreeSet<String> words(String schema, String... path) {
        var node = document.path("components").path("schemas").path(schema);
        for (var step : path) {
            node = node.path(step);
        }
        return names(node.path("enum").valueStream().map(JsonNode::asString));
    }

    private static void fits(String method, String path, LiveServer.Answer answer) {
        var responses = document.path("paths").path(path).path(method).path("responses");
        var response =
                schemas.followed(
                        responses.path(
                                responses.has(String.valueOf(answer.status()))
                                        ? String.valueOf(answer.status())
                                        : "default"));
        var content = response.path("content");
        var schema =
                content.path(
                                content.has("application/json")
                                        ? "application/json"
                                        : "application/problem+json")
                        .path("schema");
        assertEquals(
                List.of(),
                schemas.check(schema, answer.json()),
                method + " " + path + " " + answer);
    }

    @Test
    void whatIsThereIsAsDescribed() throws Exception {
        var session = server.get("/api/sessions?limit=1").json().path("sessions").path(0);
        for (var path :
                document.path("paths").propertyNames().stream()
                        .filter(path -> document.path("paths").path(path).has("get"))
                        .filter(path -> !path.contains("{") && !NEED_MORE.contains(path))
                        .filter(path -> !TEXTS.contains(path))
                        .toList()) {
            var answer = server.get(path);
            assertEquals(200, answer.status(), path);
            fits("get", path, answer);
        }
        fits(
                "get",
                "/api/sessions/{provider}/{id}",
                server.get(
                        "/api/sessions/"
                                + session.path("provider").asString()
                                + "/"
                                + session.path("sessionId").asString()));
        var found = server.get("/api/search?q=the");
        assertEquals(200, found.status());
        fits("get", "/api/search", found);
        fits("get", "/api/search", server.get("/api/search?q=%22"));
        fits("get", "/v1/models/{id}", server.get("/v1/models/acme"));
        fits("post", "/api/links", server.post("/api/links", "{}"));
    }

    @Test
    void aLiveSessionIsAsDescribed() throws Exception {
        var cwd = "\"cwd\":\"" + server.directory() + "\"";
        var started =
                server.post(
                        "/api/live",
                        "{\"provider\":\"demo\"," + cwd + ",\"prompt\":\"permission\"}");
        assertEquals(201, started.status());
        fits("post", "/api/live", started);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> !server.get("/api/approvals").json().isEmpty());
        fits("get", "/api/approvals", server.get("/api/approvals"));
        fits("get", "/api/live", server.get("/api/live"));
        var path = "/api/live/" + started.json().path("id").asString();
        fits("get", "/api/live/{id}", server.get(path));
        fits(
                "post",
                "/api/live/{id}/actions",
                server.post(path + "/actions", "{\"type\":\"interrupt\"}"));
        fits("delete", "/api/live/{id}", server.delete(path));
    }

    @Test
    void theEventsOfARunAreAsDescribed() throws Exception {
        var request =
                server.request("/api/run")
                        .header("Content-Type", "application/json")
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        "{\"provider\":\"demo\",\"prompt\":\"think\",\"cwd\":\""
                                                + server.directory()
                                                + "\"}"));
        var answer = server.client().send(request.build(), HttpResponse.BodyHandlers.ofLines());
        var events =
                answer.body()
                        .filter(line -> line.startsWith("data: "))
                        .map(line -> Json.parseObject(line.substring(6)).orElseThrow())
                        .toList();
        assertEquals("session.end", events.getLast().path("type").asString());
        var schema = document.path("components").path("schemas").path("Event");
        for (var event : events) {
            // What is in session depends on the type; the document says it in words.
            assertEquals(List.of(), schemas.check(schema, event), event.toString());
        }
    }

    @Test
    void aTerminalIsAsDescribed() throws Exception {
        var opened = server.post("/api/terminals", "{\"cwd\":\"" + server.directory() + "\"}");
        assertEquals(201, opened.status());
        fits("post", "/api/terminals", opened);
        var path = "/api/terminals/" + opened.json().path("terminalId").asString();
        fits("get", "/api/terminals/{id}", server.get(path));
        fits(
                "post",
                "/api/terminals/{id}/resize",
                server.post(path + "/resize", "{\"columns\":100,\"rows\":30}"));
        fits("delete", "/api/terminals/{id}", server.delete(path));
    }

    @Test
    void aSessionAsRowsIsAsDescribed() throws Exception {
        var stored = server.get("/api/sessions?limit=3").json().path("sessions");
        for (var session : stored) {
            var path = "/api/view/" + session.path("key").asString();
            var view = server.get(path);
            assertEquals(200, view.status(), path);
            fits("get", "/api/view/{ref}", view);
            fits("get", "/api/view/{ref}/rows", server.get(path + "/rows?before=3"));
            var first = view.json().path("rows").path(0).path("id").asString("1");
            fits("get", "/api/view/{ref}/rows/{row}", server.get(path + "/rows/" + first));
            fits("post", "/api/view/{ref}/mark", server.post(path + "/mark", "{\"seen\":1}"));
        }
    }

    @Test
    void theInboxIsAsDescribed() throws Exception {
        var cwd = "\"cwd\":\"" + server.directory() + "\"";
        var started =
                server.post(
                        "/api/live",
                        "{\"provider\":\"demo\"," + cwd + ",\"prompt\":\"permission\"}");
        await().atMost(Duration.ofMinutes(1))
                .until(() -> server.get("/api/inbox").json().at("/counts/approval").asInt(0) > 0);
        var inbox = server.get("/api/inbox");
        fits("get", "/api/inbox", inbox);
        var id = inbox.json().at("/items/0/id").asString();
        fits(
                "post",
                "/api/inbox/snooze",
                server.post("/api/inbox/snooze", "{\"id\":\"" + id + "\",\"until\":\"\"}"));
        var path = "/api/view/" + started.json().path("id").asString();
        fits("get", "/api/view/{ref}", server.get(path));
        fits("get", "/api/view/{ref}/commands", server.get(path + "/commands"));
        fits("get", "/api/view/{ref}/files", server.get(path + "/files?q=a"));
        fits("get", "/api/files", server.get("/api/files?directory=" + server.directory()));
        server.delete("/api/live/" + started.json().path("id").asString());
    }

    @Test
    void aTicketIsAsDescribed() throws Exception {
        var written =
                server.post(
                        "/api/tickets",
                        "{\"title\":\"a\",\"labels\":[\"x\"],\"project\":\""
                                + server.directory()
                                + "\"}");
        assertEquals(201, written.status());
        fits("post", "/api/tickets", written);
        var path = "/api/tickets/" + written.json().path("id").asString();
        fits("post", "/api/tickets/{id}/edit", server.post(path + "/edit", "{\"body\":\"b\"}"));
        fits(
                "post",
                "/api/tickets/{id}/comments",
                server.post(path + "/comments", "{\"text\":\"hm\"}"));
        fits(
                "post",
                "/api/tickets/{id}/start",
                server.post(path + "/start", "{\"provider\":\"demo\"}"));
        fits("get", "/api/tickets/{id}", server.get(path));
        fits(
                "post",
                "/api/tickets/{id}/move",
                server.post(path + "/move", "{\"column\":\"done\"}"));
        fits("get", "/api/tickets/export", server.get("/api/tickets/export"));
        fits(
                "post",
                "/api/tickets/import",
                server.post(
                        "/api/tickets/import",
                        "{\"tickets\":[{\"title\":\"b\"}],\"project\":\""
                                + server.directory()
                                + "\"}"));
        fits("post", "/api/tickets/{id}/accept", server.post(path + "/accept", ""));
    }

    @Test
    void problemsAreAsDescribed() throws Exception {
        fits("get", "/api/sessions", server.get("/api/sessions?limit=0"));
        fits("get", "/api/live/{id}", server.get("/api/live/nonsense"));
        fits("post", "/api/run", server.post("/api/run", "nonsense"));
        fits("post", "/v1/chat/completions", server.post("/v1/chat/completions", "nonsense"));
        fits("get", "/v1/models/{id}", server.get("/v1/models/nobody"));
    }
}
