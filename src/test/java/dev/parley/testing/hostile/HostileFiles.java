package dev.parley.testing.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.base.json.Json;
import dev.parley.provider.StoredPlace;
import dev.parley.sessionfile.StoredFile.Layout;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/// Session files that nobody would write, beside the recorded ones of all CLIs: each has a name and
/// a place that its CLI might have given it.
public final class HostileFiles {
    private final Set<String> seen = new HashSet<>();
    private final List<Path> recorded = new ArrayList<>();
    private final List<Path> written = new ArrayList<>();
    private int number;

    /// @param places of a machine that has only what was recorded
    public HostileFiles(List<StoredPlace> places) {
        for (var place : places) {
            place.discover().stream()
                    .filter(file ->
                            file.layout() == Layout.LINES || file.layout() == Layout.DOCUMENT)
                    .filter(file -> !file.path().toString().contains("opencode"))
                    .forEach(file -> recorded.add(file.path()));
        }
        recorded.sort(null);
    }

    public List<Path> recorded() {
        return List.copyOf(recorded);
    }

    /// Puts the worst values into every field of one of the recorded files; a field that another
    /// one had already is left out.
    public void poison(Path file) throws IOException {
        if (file.toString().endsWith(".json")) {
            poisonDocument(file);
            return;
        }
        var lines = Files.readAllLines(file);
        for (var line : lines) {
            for (var field : JsonFields.of(Json.parse(line).orElseThrow())) {
                if (seen.add(kind(file) + field.name())) {
                    var copy = new ArrayList<>(lines.subList(0, Math.min(2, lines.size())));
                    WorstValues.ALL.forEach(value -> copy.add(another(field).with(value)));
                    copy.add(lines.getLast());
                    write(beside(file), String.join("\n", copy).getBytes(UTF_8));
                }
            }
        }
    }

    /// The members of a document one by one, those of its messages all in one array.
    private void poisonDocument(Path file) throws IOException {
        var document = (ObjectNode) Json.parse(Files.readString(file)).orElseThrow();
        var messages = document.path("messages");
        document.putArray("messages");
        for (var field : JsonFields.of(document)) {
            for (var value : WorstValues.ALL) {
                write(beside(file), field.with(value).getBytes(UTF_8));
            }
        }
        for (var message : messages) {
            for (var field : JsonFields.of(message)) {
                if (seen.add(kind(file) + field.name())) {
                    var all = WorstValues.ALL.stream().map(value -> another(field).with(value));
                    var text = "\"messages\":[" + all.collect(Collectors.joining(","));
                    var copy = Json.write(document).replace("\"messages\":[", text);
                    write(beside(file), copy.getBytes(UTF_8));
                }
            }
        }
    }

    /// What is there already is not read again, so every line has ids of its own.
    private JsonFields.Field another(JsonFields.Field field) {
        var ids = "(\"(?:uuid|id|response_id|sessionId)\":\"[^\"@]*)\"";
        return new JsonFields.Field(
                field.name(), field.document().replaceAll(ids, "$1-" + ++number + "\""));
    }

    /// Files of one kind have the same fields.
    private static String kind(Path file) {
        var cli = file.toString().replaceFirst("^.*/(\\.[a-z-]+)/.*$", "$1");
        var name = file.getFileName().toString();
        return cli + " " + (name.matches("[a-z]+\\.jsonl") ? name : name.replaceFirst(".*\\.", ""));
    }

    public void write(Path file, byte[] content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, content);
        written.add(file);
    }

    /// Another session of the same kind.
    public Path beside(Path file) {
        var path = file.toString();
        var name = file.getFileName().toString();
        var id = new UUID(0x1234_5678_0000_4000L, 0x8000_0000_0000_0000L + ++number).toString();
        if (path.contains("/.codex/")) {
            return file.resolveSibling("rollout-2026-11-15T20-33-22-" + id + ".jsonl");
        }
        if (path.contains("/.kimi-code/")) {
            return file.resolveSibling("../../../session_" + id + "/agents/main/wire.jsonl")
                    .normalize();
        }
        if (name.equals("wire.jsonl") || name.equals("context.jsonl")) {
            return file.resolveSibling("../" + id + "/" + name).normalize();
        }
        var ending = name.substring(name.lastIndexOf('.'));
        return file.resolveSibling((name.startsWith("session-") ? "session-x-" : "") + id + ending);
    }

    public List<Path> written() {
        return List.copyOf(written);
    }

    /// Only the recorded ones stay.
    public void delete() throws IOException {
        for (var file : written.stream().sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(file);
        }
        written.clear();
    }
}
