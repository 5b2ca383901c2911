package dev.parley.door.http;

import dev.parley.api.ApiKey;
import dev.parley.base.json.Json;
import dev.parley.base.json.JsonMistake;
import dev.parley.base.problem.Problem;

import tools.jackson.core.JacksonException;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// An HTTP request as the doors see it, with or without a socket behind it. Header names are lower
/// case.
///
/// @param key what the client showed, if it was not the user's own token
public record Request(
        String method,
        String path,
        Map<String, String> parameters,
        Map<String, String> query,
        Map<String, String> headers,
        String body,
        Optional<ApiKey> key) {
    static final String SCHEME = ":scheme";

    public Request(
            String method,
            String path,
            Map<String, String> parameters,
            Map<String, String> query,
            Map<String, String> headers,
            String body) {
        this(method, path, parameters, query, headers, body, Optional.empty());
    }

    public Request {
        parameters = Map.copyOf(parameters);
        query = Map.copyOf(query);
        headers = Map.copyOf(headers);
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }

    /// Whether it came over TLS, from the network.
    public boolean isSecure() {
        return scheme().equals("https");
    }

    /// No client can send a header of this name.
    String scheme() {
        return headers.getOrDefault(SCHEME, "http");
    }

    /// The body as JSON of the given shape.
    public <T> T body(Class<T> type) {
        try {
            var value = Json.MAPPER.readValue(body, type);
            if (value == null) {
                throw Problem.invalid("The body is empty.", "Send a JSON object.");
            }
            return value;
        } catch (JacksonException e) {
            throw Problem.invalid(
                    "The body cannot be read: " + JsonMistake.of(e),
                    "Send a JSON object as documented.");
        }
    }

    Request with(Map<String, String> found) {
        return new Request(method, path, found, query, headers, body, key);
    }

    Request by(Optional<ApiKey> shown) {
        return new Request(method, path, parameters, query, headers, body, shown);
    }

    /// The value of one cookie.
    Optional<String> cookie(String name) {
        for (var pair : header("cookie").orElse("").split(";", -1)) {
            var equals = pair.indexOf('=');
            if (equals > 0 && pair.substring(0, equals).strip().equals(name)) {
                return Optional.of(pair.substring(equals + 1).strip());
            }
        }
        return Optional.empty();
    }
}
