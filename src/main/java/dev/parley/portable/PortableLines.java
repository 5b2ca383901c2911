package dev.parley.portable;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;
import dev.parley.portable.Piece.Call;
import dev.parley.portable.Piece.Prompt;
import dev.parley.portable.Piece.Result;
import dev.parley.portable.Piece.Step;
import dev.parley.portable.Piece.Summary;
import dev.parley.sessionfile.StoredImage;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// A conversation as lines of JSON, to be carried to another machine: the first says what it is,
/// each other one is a piece. What is read may come from anybody: nothing of it is believed but
/// texts.
public final class PortableLines {
    private static final String KIND = "parley-conversation";
    private static final int VERSION = 1;

    /// A later one is a mistake in the unit, or made up.
    private static final Instant LATEST = Instant.parse("2100-01-01T00:00:00Z");

    private static final int LONGEST_TITLE = 200;
    private static final Pattern PROVIDER = Pattern.compile("[a-z][a-z0-9-]{0,39}");
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_.-]{1,100}");
    private static final Pattern MEDIA_TYPE = Pattern.compile("image/[a-z0-9.+-]{1,40}");
    private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/=]+");

    /// What hides secrets in texts, or leaves them.
    private final UnaryOperator<String> masked;

    public PortableLines(UnaryOperator<String> masked) {
        this.masked = masked;
    }

    /// The first line.
    public String write(Heading heading) {
        var json =
                Json.object()
                        .put("kind", KIND)
                        .put("version", VERSION)
                        .put("from", heading.from().toString())
                        .put("title", masked.apply(heading.title()));
        put(json, "directory", heading.directory());
        put(json, "gitBranch", heading.gitBranch());
        return Json.write(
                json.put("started", heading.started().toString())
                        .put("updated", heading.updated().toString()));
    }

    private static void put(ObjectNode json, String name, @Nullable String value) {
        if (value != null) {
            json.put(name, value);
        }
    }

    public String write(Piece piece) {
        var json = Json.object();
        switch (piece) {
            case Prompt prompt -> {
                json.put("type", "prompt").put("text", masked.apply(prompt.text()));
                var images = json.putArray("images");
                for (var image : prompt.images()) {
                    images.addObject()
                            .put("mediaType", image.mediaType())
                            .put("data", image.base64());
                }
            }
            case Summary summary ->
                    json.put("type", "summary")
                            .put("text", masked.apply(summary.text()))
                            .put("keptPieces", summary.keptPieces())
                            .put("keepsPrompts", summary.keepsPrompts());
            case Step step -> {
                json.put("type", "reply")
                        .put("thinking", masked.apply(step.thinking()))
                        .put("text", masked.apply(step.text()));
                var calls = json.putArray("calls");
                for (var call : step.calls()) {
                    var one = calls.addObject().put("id", call.id()).put("name", call.name());
                    one.set("arguments", masked(call.arguments()));
                    one.put("result", masked.apply(call.result().text()))
                            .put("isError", call.result().isError())
                            .put("at", call.result().time().toString());
                }
            }
        }
        return Json.write(json.put("time", piece.time().toString()));
    }

    private JsonNode masked(JsonNode node) {
        if (node.isString()) {
            return StringNode.valueOf(masked.apply(node.asString()));
        }
        if (node.isArray()) {
            var copy = Json.array();
            node.forEach(one -> copy.add(masked(one)));
            return copy;
        }
        if (node.isObject()) {
            var copy = Json.object();
            node.propertyStream().forEach(one -> copy.set(one.getKey(), masked(one.getValue())));
            return copy;
        }
        return node;
    }

    public static Heading heading(String line) {
        var json = Json.parseObject(line).orElseGet(Json::object);
        if (!json.path("kind").asString("").equals(KIND)) {
            throw Problem.invalid(
                    "This is no conversation that `parley export` has written.",
                    "parley export SESSION --out FILE makes one.");
        }
        if (json.path("version").asInt(0) != VERSION) {
            throw Problem.invalid(
                    "The conversation was written by another version of Parley.",
                    "Export it again with this version, or update this one.");
        }
        var directory = json.path("directory").asString("");
        return new Heading(
                key(json.path("from").asString("")),
                title(json.path("title").asString("")),
                directory.isEmpty() || directory.indexOf('\0') >= 0 ? null : directory,
                null,
                time(json.path("started")),
                time(json.path("updated")));
    }

    private static SessionKey key(String text) {
        return SessionKey.parse(text)
                .filter(key ->
                        PROVIDER.matcher(key.provider()).matches()
                                && ID.matcher(key.nativeId()).matches())
                .orElse(new SessionKey("unknown", "unknown"));
    }

    private static String title(String text) {
        var line =
                text.strip().lines().findFirst().orElse("").replaceAll("\\p{Cntrl}", " ").strip();
        return line.isEmpty()
                ? "(untitled)"
                : line.substring(0, Math.min(line.length(), LONGEST_TITLE));
    }

    private static Instant time(JsonNode node) {
        try {
            var time = Instant.parse(node.asString(""));
            return time.isAfter(Instant.EPOCH) && time.isBefore(LATEST) ? time : Instant.EPOCH;
        } catch (DateTimeException _) {
            return Instant.EPOCH;
        }
    }

    public static Piece piece(String line) {
        var json =
                Json.parseObject(line)
                        .orElseThrow(() -> broken("A line of the conversation is no JSON."));
        var time = time(json.path("time"));
        var text = json.path("text").asString("");
        return switch (json.path("type").asString("")) {
            case "prompt" -> new Prompt(time, text, images(json.path("images")));
            case "summary" ->
                    new Summary(
                            time,
                            text,
                            Math.max(0, json.path("keptPieces").asInt(0)),
                            json.path("keepsPrompts").asBoolean(false));
            case "reply" ->
                    new Step(time, json.path("thinking").asString(""), text, calls(json, time));
            default -> throw broken("A line of the conversation is of no kind that is known.");
        };
    }

    private static Problem broken(String message) {
        return Problem.invalid(message, "Export it again; nothing was written.");
    }

    private static List<StoredImage> images(JsonNode list) {
        var images = new ArrayList<StoredImage>();
        for (var one : list) {
            var type = one.path("mediaType").asString("");
            var data = one.path("data").asString("");
            if (MEDIA_TYPE.matcher(type).matches() && BASE64.matcher(data).matches()) {
                images.add(new StoredImage(type, data));
            }
        }
        return images;
    }

    private static List<Call> calls(JsonNode json, Instant time) {
        var calls = new ArrayList<Call>();
        for (var one : json.path("calls")) {
            var at = time(one.path("at"));
            calls.add(
                    new Call(
                            one.path("id").asString(""),
                            one.path("name").asString(""),
                            one.path("arguments"),
                            new Result(
                                    at.equals(Instant.EPOCH) ? time : at,
                                    one.path("result").asString(""),
                                    one.path("isError").asBoolean(false),
                                    null)));
        }
        return calls;
    }
}
