package dev.parley.stored;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.json.Json;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Small files beside the sessions, read whole: a file that is missing, broken or far too big for
/// what it should hold is as good as empty.
public final class BoundedFiles {
    private static final int LIMIT = 64 << 20;

    private BoundedFiles() {}

    public static List<String> lines(Path file) {
        return text(file).map(text -> text.lines().toList()).orElse(List.of());
    }

    public static Optional<JsonNode> json(Path file) {
        var text = text(file);
        var json = text.flatMap(Json::parse);
        if (json.isEmpty() && text.filter(content -> !content.isBlank()).isPresent()) {
            Complaints.cannotRead(file, "it is no JSON");
        }
        return json;
    }

    /// Its content as UTF-8; other bytes become replacement characters.
    public static Optional<String> text(Path file) {
        // Opening a pipe would wait until somebody writes to it.
        if (!Files.isRegularFile(file)) {
            if (Files.exists(file)) {
                Complaints.cannotRead(file, "it is no file");
            }
            return Optional.empty();
        }
        try (var in = Files.newInputStream(file)) {
            var bytes = in.readNBytes(LIMIT + 1);
            if (bytes.length > LIMIT) {
                Complaints.cannotRead(file, "it is too big");
                return Optional.empty();
            }
            var text = new String(bytes, UTF_8);
            return Optional.of(text.startsWith("\uFEFF") ? text.substring(1) : text);
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException e) {
            Complaints.cannotRead(file, Complaints.reason(e));
            return Optional.empty();
        }
    }
}
