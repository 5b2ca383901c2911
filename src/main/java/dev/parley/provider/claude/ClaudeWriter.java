package dev.parley.provider.claude;

import dev.parley.base.json.Json;
import dev.parley.portable.DashedPath;
import dev.parley.portable.Destination;
import dev.parley.portable.Heading;
import dev.parley.portable.NativeDraft;
import dev.parley.portable.NativeFormat;
import dev.parley.portable.Piece;
import dev.parley.portable.PlainCall.Kind;
import dev.parley.portable.ToolNames;
import dev.parley.portable.ToolTable;
import dev.parley.portable.ToolTable.Row;
import dev.parley.sessionfile.StoredImage;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Writes sessions of Claude Code. Every line needs a time, an id and its parent; the blocks of one
/// reply share the id of its message, or results of calls made at once get lost. Thinking would
/// need a signature that only its own API can make. The file is as new as it looks: Claude Code
/// deletes files that were not touched for a month.
final class ClaudeWriter implements NativeFormat {
    static final ToolTable TOOLS =
            new ToolTable(
                    new Row(Kind.SHELL, "Bash", Map.of("command", "command")),
                    new Row(Kind.READ, "Read", Map.of("path", "file_path")),
                    new Row(Kind.WRITE, "Write", Map.of("path", "file_path", "content", "content")),
                    new Row(
                            Kind.EDIT,
                            "Edit",
                            Map.of("path", "file_path", "old", "old_string", "new", "new_string")),
                    new Row(Kind.GREP, "Grep", Map.of("pattern", "pattern", "path", "path")),
                    new Row(Kind.GLOB, "Glob", Map.of("pattern", "pattern")));

    private static final int LONGEST_FOLDER = 200;

    @Override
    public ToolNames tools() {
        return TOOLS;
    }

    @Override
    public NativeDraft draft(Destination to, Heading heading) {
        return new Draft(to, heading);
    }

    /// The name of a project's folder: a long one is cut, and told apart by a hash.
    static String folder(Path project) {
        var path = project.toString();
        var name = DashedPath.of(project);
        return name.length() <= LONGEST_FOLDER
                ? name
                : name.substring(0, LONGEST_FOLDER)
                        + "-"
                        + Long.toString(Math.abs((long) path.hashCode()), Character.MAX_RADIX);
    }

    private static final class Draft implements NativeDraft {
        private final Destination to;
        private final Heading heading;
        private final String id;
        private @Nullable String parent;

        Draft(Destination to, Heading heading) {
            this.to = to;
            this.heading = heading;
            id = to.id();
        }

        @Override
        public String nativeId() {
            return id;
        }

        @Override
        public Path place() {
            return to.home()
                    .resolve("projects")
                    .resolve(folder(to.project()))
                    .resolve(id + ".jsonl");
        }

        @Override
        public List<String> begin() {
            return List.of(
                    Json.write(
                            Json.object()
                                    .put("type", "custom-title")
                                    .put("customTitle", heading.title())
                                    .put("sessionId", id)));
        }

        @Override
        public List<String> add(Piece.Prompt prompt) {
            var content = Json.array();
            if (!prompt.text().isBlank()) {
                content.addObject().put("type", "text").put("text", prompt.text());
            }
            prompt.images().forEach(image -> content.add(image(image)));
            var isText = prompt.images().isEmpty();
            return List.of(
                    line(
                            "user",
                            prompt.time(),
                            "user",
                            null,
                            isText ? Json.tree(prompt.text()) : content));
        }

        private static ObjectNode image(StoredImage image) {
            var block = Json.object().put("type", "image");
            block.putObject("source")
                    .put("type", "base64")
                    .put("media_type", image.mediaType())
                    .put("data", image.base64());
            return block;
        }

        @Override
        public List<String> add(Piece.Step step) {
            var lines = new ArrayList<String>();
            var message = "msg_" + to.id().replace("-", "");
            if (!step.text().isBlank()) {
                lines.add(
                        said(
                                step,
                                message,
                                Json.object().put("type", "text").put("text", step.text())));
            }
            for (var call : step.calls()) {
                var use =
                        Json.object()
                                .put("type", "tool_use")
                                .put("id", call.id())
                                .put("name", call.name());
                use.set("input", call.arguments());
                lines.add(said(step, message, use));
            }
            for (var call : step.calls()) {
                var result =
                        Json.object()
                                .put("type", "tool_result")
                                .put("tool_use_id", call.id())
                                .put("content", call.result().text());
                if (call.result().isError()) {
                    result.put("is_error", true);
                }
                lines.add(
                        line("user", call.result().time(), "user", null, Json.array().add(result)));
            }
            return lines;
        }

        private String said(Piece.Step step, String message, ObjectNode block) {
            return line("assistant", step.time(), "assistant", message, Json.array().add(block));
        }

        private String line(
                String type,
                Instant time,
                String role,
                @Nullable String message,
                JsonNode content) {
            var uuid = to.id();
            var line =
                    Json.object()
                            .put("type", type)
                            .put("uuid", uuid)
                            .put("parentUuid", parent)
                            .put("sessionId", id)
                            .put("timestamp", time.toString())
                            .put("cwd", to.project().toString());
            var said = line.putObject("message");
            if (message != null) {
                said.put("id", message);
            }
            said.put("role", role).set("content", content);
            parent = uuid;
            return Json.write(line);
        }

        @Override
        public List<String> end() {
            return List.of();
        }
    }
}
