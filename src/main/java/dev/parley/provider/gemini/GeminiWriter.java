package dev.parley.provider.gemini;

import dev.parley.base.hash.Hash;
import dev.parley.base.json.Json;
import dev.parley.portable.Destination;
import dev.parley.portable.Heading;
import dev.parley.portable.NativeDraft;
import dev.parley.portable.NativeFormat;
import dev.parley.portable.Piece;
import dev.parley.portable.PlainCall.Kind;
import dev.parley.portable.ToolNames;
import dev.parley.portable.ToolTable;
import dev.parley.portable.ToolTable.Row;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Writes sessions of Gemini CLI. Calls stand among the parts of a message: as `toolCalls` their
/// results are sent again and again from the second resume on. The first message is a context, or
/// the CLI takes the first prompt for it. A session that was not used for a month is deleted by the
/// next start, so it is used now, whatever its messages say.
final class GeminiWriter implements NativeFormat {
    static final ToolTable TOOLS =
            new ToolTable(
                    new Row(Kind.SHELL, "run_shell_command", Map.of("command", "command")),
                    new Row(Kind.READ, "read_file", Map.of("path", "file_path")),
                    new Row(
                            Kind.WRITE,
                            "write_file",
                            Map.of("path", "file_path", "content", "content")),
                    new Row(
                            Kind.EDIT,
                            "replace",
                            Map.of("path", "file_path", "old", "old_string", "new", "new_string"),
                            Map.of("instruction", "Replace the text.")),
                    new Row(
                            Kind.GREP,
                            "grep_search",
                            Map.of("pattern", "pattern", "path", "dir_path")),
                    new Row(Kind.GLOB, "glob", Map.of("pattern", "pattern")));

    @Override
    public ToolNames tools() {
        return TOOLS;
    }

    @Override
    public NativeDraft draft(Destination to, Heading heading) {
        return new Draft(to, heading);
    }

    /// What looks like a command is left out when a session is resumed.
    @Override
    public String prompt(String text) {
        return text.startsWith("/") || text.startsWith("?") ? " " + text : text;
    }

    @Override
    public String advice() {
        return "Gemini CLI deletes a session that was resumed, unless its settings have"
                + " general.sessionRetention.enabled: false.";
    }

    /// The folder that belongs to a project, or one that belongs to nobody.
    static String slug(Destination to) {
        var project = to.project().toString();
        for (var known : to.projects().entrySet()) {
            // The folders of older versions are named by a hash.
            if (known.getValue().equals(project) && !known.getKey().matches("[0-9a-f]{64}")) {
                return known.getKey();
            }
        }
        var name = to.project().getFileName();
        var base =
                (name == null ? "" : name.toString())
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9]+", "-")
                        .replaceAll("^-+|-+$", "");
        var wanted = base.isEmpty() ? "project" : base;
        var slug = wanted;
        for (var other = 1; to.projects().containsKey(slug); other++) {
            slug = wanted + "-" + other;
        }
        return slug;
    }

    private static final class Draft implements NativeDraft {
        private final Destination to;
        private final Heading heading;
        private final String id;
        private final Path folder;

        Draft(Destination to, Heading heading) {
            this.to = to;
            this.heading = heading;
            id = to.id();
            folder = to.home().resolve("tmp").resolve(slug(to));
        }

        @Override
        public String nativeId() {
            return id;
        }

        @Override
        public Path place() {
            var time =
                    DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm")
                            .format(to.now().atOffset(ZoneOffset.UTC));
            return folder.resolve("chats")
                    .resolve("session-" + time + "-" + id.substring(0, 8) + ".jsonl");
        }

        @Override
        public List<String> begin() {
            var header =
                    Json.object()
                            .put("sessionId", id)
                            .put("projectHash", Hash.sha256(to.project().toString()))
                            .put("startTime", heading.started().toString())
                            .put("lastUpdated", to.now().toString())
                            .put("kind", "main");
            header.putArray("directories").add(to.project().toString());
            var context =
                    "<session_context>\nThis conversation was brought here from %s.\nIts directory is %s.\n</session_context>"
                            .formatted(heading.from(), to.project());
            return List.of(
                    Json.write(header),
                    message(
                            heading.started(),
                            "user",
                            Json.array().add(Json.object().put("text", context))));
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
            return List.of(message(prompt.time(), "user", parts));
        }

        @Override
        public List<String> add(Piece.Step step) {
            var lines = new ArrayList<String>();
            var said = Json.array();
            if (!step.text().isBlank()) {
                said.addObject().put("text", step.text());
            }
            var results = Json.array();
            for (var call : step.calls()) {
                said.addObject()
                        .putObject("functionCall")
                        .put("id", call.id())
                        .put("name", call.name())
                        .set("args", call.arguments());
                results.addObject()
                        .putObject("functionResponse")
                        .put("id", call.id())
                        .put("name", call.name())
                        .putObject("response")
                        .put(call.result().isError() ? "error" : "output", call.result().text());
            }
            if (!said.isEmpty()) {
                lines.add(message(step.time(), "gemini", said));
            }
            if (!results.isEmpty()) {
                lines.add(message(step.calls().getLast().result().time(), "user", results));
            }
            return lines;
        }

        private String message(Instant time, String type, JsonNode content) {
            var message =
                    Json.object()
                            .put("id", to.id())
                            .put("timestamp", time.toString())
                            .put("type", type);
            message.set("content", content);
            if (type.equals("gemini")) {
                message.putArray("thoughts");
            }
            return Json.write(message);
        }

        @Override
        public List<String> end() {
            var set = Json.object();
            set.putObject("$set")
                    .put("summary", heading.title())
                    .put("lastUpdated", to.now().toString());
            return List.of(Json.write(set));
        }

        /// Says whose folder it is.
        @Override
        public Map<Path, String> beside() {
            return Map.of(folder.resolve(".project_root"), to.project().toString());
        }
    }
}
