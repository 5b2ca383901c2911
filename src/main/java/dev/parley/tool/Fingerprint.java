package dev.parley.tool;

import dev.parley.base.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;

/// Tells whether two requests are the same, in whatever order their members are written.
public final class Fingerprint {
    /// What differs between two rounds of one request.
    private static final Set<String> OF_THE_ROUND =
            Set.of("_meta", "inputResponses", "requestState");

    private Fingerprint() {}

    static String of(String method, JsonNode params) {
        var salient = Json.object();
        params.properties().stream()
                .filter(member -> !OF_THE_ROUND.contains(member.getKey()))
                .forEach(member -> salient.set(member.getKey(), member.getValue()));
        return of(salient, method);
    }

    public static String of(JsonNode value, String... more) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            for (var part : more) {
                digest.update(part.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
            digest.update(Json.write(ordered(value)).getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }

    private static JsonNode ordered(JsonNode node) {
        if (node.isArray()) {
            var array = Json.array();
            node.forEach(item -> array.add(ordered(item)));
            return array;
        }
        if (!(node instanceof ObjectNode object)) {
            return node;
        }
        var sorted = Json.object();
        object.properties().stream()
                .sorted(Comparator.comparing(Map.Entry::getKey))
                .forEach(member -> sorted.set(member.getKey(), ordered(member.getValue())));
        return sorted;
    }
}
