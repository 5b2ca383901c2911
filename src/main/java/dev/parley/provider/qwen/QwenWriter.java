package dev.parley.provider.qwen;

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

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Writes sessions of Qwen Code: records in a chain, with the parts of Gemini's API. What another
/// model thought is passed on as thinking.
final class QwenWriter implements NativeFormat {
    static final ToolTable TOOLS =
            new ToolTable(
                    new Row(
                            Kind.SHELL,
                            "run_shell_command",
                            Map.of("command", "command"),
                            Map.of("is_background", false)),
                    new Row(Kind.READ, "read_file", Map.of("path", "file_path")),
                    new Row(
                            Kind.WRITE,
                            "write_file",
                            Map.of("path", "file_path", "content", "content")),
                    new Row(
                            Kind.EDIT,
                            "edit",
                            Map.of("path", "file_path", "old", "old_string", "new", "new_string")),
                    new Row(Kind.GREP, "grep_search", Map.of("pattern", "pattern", "path", "path")),
                    new Row(Kind.GLOB, "glob", Map.of("pattern", "pattern")));

    @Override
    public ToolNames tools() {
        return TOOLS;
    }

    @Override
    public boolean keepsThinking() {
        return true;
    }

    @Override
    public NativeDraft draft(Destination to, Heading heading) {
        return new Draft(to, heading);
    }

    private static final class Draft implements NativeDraft {
        private final Destination to;
        private final Heading heading;
        private final String id;
        private Instant last;
        private @Nullable String parent;

        Draft(Destination to, Heading heading) {
            this.to = to;
            this.heading = heading;
            id = to.id();
            last = heading.started();
        }

        @Override
        public String nativeId() {
            return id;
        }

        @Override
        public Path place() {
            return to.home()
                    .resolve("projects")
                    .resolve(DashedPath.of(to.project()))
                    .resolve("chats")
                    .resolve(id + ".jsonl");
        }

        @Override
        public List<String> begin() {
            return List.of();
        }

        @Override
        public List<String> add(Piece.Prompt prompt) {
            var parts = Json.array();
            if (!prompt.text().isBlank()) {
                parts.addObject().put("text", prompt.text());
            }
            for (var image : prompt.images()) {
                parts.addObject()
                        .putObject("inlineData")
                        .put("mimeType", image.mediaType())
                        .put("data", image.base64());
            }
            return List.of(said("user", "user", prompt.time(), parts));
        }

        @Override
        public List<String> add(Piece.Step step) {
            var parts = Json.array();
            if (!step.thinking().isBlank()) {
                parts.addObject().put("text", step.thinking()).put("thought", true);
            }
            if (!step.text().isBlank()) {
                parts.addObject().put("text", step.text());
            }
            for (var call : step.calls()) {
                parts.addObject()
                        .putObject("functionCall")
                        .put("id", call.id())
                        .put("name", call.name())
                        .set("args", call.arguments());
            }
            var lines = new ArrayList<String>();
            lines.add(said("assistant", "model", step.time(), parts));
            for (var call : step.calls()) {
                var result = Json.array();
                result.addObject()
                        .putObject("functionResponse")
                        .put("id", call.id())
                        .put("name", call.name())
                        .putObject("response")
                        .put(call.result().isError() ? "error" : "output", call.result().text());
                lines.add(said("tool_result", "user", call.result().time(), result));
            }
            return lines;
        }

        private String said(String type, String role, Instant time, ArrayNode parts) {
            var record = record(type, time);
            record.putObject("message").put("role", role).set("parts", parts);
            return Json.write(record);
        }

        private ObjectNode record(String type, Instant time) {
            var uuid = to.id();
            var record =
                    Json.object()
                            .put("uuid", uuid)
                            .put("parentUuid", parent)
                            .put("sessionId", id)
                            .put("timestamp", time.toString())
                            .put("type", type)
                            .put("cwd", to.project().toString());
            parent = uuid;
            last = time;
            return record;
        }

        @Override
        public List<String> end() {
            var record = record("system", last).put("subtype", "custom_title");
            record.putObject("systemPayload")
                    .put("customTitle", heading.title())
                    .put("titleSource", "manual");
            return List.of(Json.write(record));
        }
    }
}
