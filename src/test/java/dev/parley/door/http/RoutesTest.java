package dev.parley.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Map;
import java.util.TreeMap;

class RoutesTest {
    private final Routes routes =
            new Routes()
                    .get("/", _ -> Response.text(200, "page"))
                    .get("/api/things", _ -> Response.text(200, "all"))
                    .get("/api/things/{id}", request -> text(request))
                    .post("/api/things/{id}/parts/{part}", request -> text(request));

    private static Response text(Request request) {
        return Response.text(200, new TreeMap<>(request.parameters()).toString());
    }

    private Response.Whole handle(String method, String path) throws InterruptedException {
        return (Response.Whole)
                routes.handle(new Request(method, path, Map.of(), Map.of(), Map.of(), ""));
    }

    @Test
    void findsTheHandlerAndFillsThePlaces() throws Exception {
        assertEquals("page", handle("GET", "/").body());
        assertEquals("all", handle("GET", "/api/things").body());
        assertEquals("{id=claude:a:b}", handle("GET", "/api/things/claude:a:b").body());
        assertEquals("{id=7, part=x}", handle("POST", "/api/things/7/parts/x").body());
    }

    @Test
    void placesAreDecoded() throws Exception {
        assertEquals("{id=a b/ü+c}", handle("GET", "/api/things/a%20b%2F%C3%BC+c").body());
        assertEquals("{id=%zz}", handle("GET", "/api/things/%zz").body());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "//",
                "/api",
                "/api/things/",
                "/api/things/7/",
                "/api//things",
                "/API/things",
                "/api/things/7/parts/",
                "/{id}"
            })
    void whereNothingIsNothingIsFound(String path) throws Exception {
        var answer = handle("GET", path);
        assertEquals(404, answer.status());
        assertEquals("application/problem+json", answer.contentType());
        assertEquals(
                Json.object()
                        .put("title", "There is nothing at " + path + ".")
                        .put("detail", "Look at the address again.")
                        .put("kind", "NOT_FOUND")
                        .put("status", 404),
                Json.parse(answer.body()).orElseThrow());
    }

    @Test
    void anotherMethodIsNotPossible() throws Exception {
        var answer = handle("DELETE", "/api/things");
        assertEquals(405, answer.status());
        assertEquals("application/problem+json", answer.contentType());
        assertEquals(Map.of("Allow", "GET"), answer.headers());
        assertEquals(
                Json.object()
                        .put("title", "DELETE is not possible at /api/things.")
                        .put("detail", "Use GET.")
                        .put("kind", "WRONG_METHOD")
                        .put("status", 405),
                Json.parse(answer.body()).orElseThrow());
        assertEquals(405, handle("GET", "/api/things/7/parts/x").status());
        assertEquals(405, handle("get", "/").status());
    }

    @ParameterizedTest
    @EnumSource
    void aProblemBecomesItsResponse(Problem.Kind kind) throws Exception {
        routes.get(
                "/broken",
                _ -> {
                    throw new Problem(kind, "It \"broke\".", "Mend it.");
                });
        var answer = handle("GET", "/broken");
        assertEquals(kind.httpStatus(), answer.status());
        assertEquals("application/problem+json", answer.contentType());
        assertEquals(
                Json.object()
                        .put("title", "It \"broke\".")
                        .put("detail", "Mend it.")
                        .put("kind", kind.name())
                        .put("status", kind.httpStatus()),
                Json.parse(answer.body()).orElseThrow());
    }
}
