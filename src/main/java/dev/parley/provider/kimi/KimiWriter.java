package dev.parley.provider.kimi;

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

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Writes sessions of Kimi Code: a folder with a file of lines and its state. A reply counts only
/// behind the line that begins it, and one broken line makes the whole session unreadable. No
/// profile is bound: Kimi would then ask its model without any system prompt.
final class KimiWriter implements NativeFormat {
    static final ToolTable TOOLS =
            new ToolTable(
                    new Row(Kind.SHELL, "Bash", Map.of("command", "command")),
                    new Row(Kind.READ, "Read", Map.of("path", "path")),
                    new Row(Kind.WRITE, "Write", Map.of("path", "path", "content", "content")),
                    new Row(
                            Kind.EDIT,
                            "Edit",
                            Map.of("path", "path", "old", "old_string", "new", "new_string")),
                    new Row(Kind.GREP, "Grep", Map.of("pattern", "pattern", "path", "path")),
                    new Row(Kind.GLOB, "Glob", Map.of("pattern", "pattern")));

    private static final int LONGEST_SLUG = 40;

    @Override
    public ToolNames tools() {
        return TOOLS;
    }

    @Override
    public boolean keepsThinking() {
        return true;
    }

    @Override
    public String advice() {
        return "The first single turn needs a model: kimi -m MODEL -S SESSION -p …";
    }

    @Override
    public NativeDraft draft(Destination to, Heading heading) {
        return new Draft(to, heading);
    }

    /// The name of a project's folder.
    static String folder(Path project) {
        var last = project.getFileName();
        var slug =
                (last == null ? "" : last.toString())
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9._-]+", "-")
                        .replaceAll("^-+|-+$", "");
        var cut =
                slug.substring(0, Math.min(slug.length(), LONGEST_SLUG)).replaceAll("^-+|-+$", "");
        return "wd_%s_%s"
                .formatted(
                        cut.isEmpty() || cut.equals(".") || cut.equals("..") ? "workspace" : cut,
                        Hash.sha256(project.toString()).substring(0, 12));
    }

    private static final class Draft implements NativeDraft {
        private final Destination to;
        private final Heading heading;
        private final String id;
        private int turn = -1;
        private int step;
        private String lastPrompt = "";

        Draft(Destination to, Heading heading) {
            this.to = to;
            this.heading = heading;
            id = "session_" + to.id();
        }

        @Override
        public String nativeId() {
            return id;
        }

        @Override
        public Path place() {
            return to.home().resolve("sessions").resolve(folder(to.project())).resolve(id);
        }

        @Override
        public Path lines() {
            return Path.of("agents", "main", "wire.jsonl");
        }

        @Override
        public List<String> begin() {
            return List.of(
                    Json.write(
                            Json.object()
                                    .put("type", "metadata")
                                    .put("protocol_version", "1.5")
                                    .put("created_at", heading.started().toEpochMilli())));
        }

        @Override
        public List<String> add(Piece.Prompt prompt) {
            turn++;
            step = 0;
            lastPrompt = prompt.text();
            var name = "msg_" + to.id().replace("-", "").toUpperCase(Locale.ROOT);
            var asked = Json.object().put("type", "turn.prompt");
            asked.set("input", parts(prompt));
            asked.putObject("origin").put("kind", "user");
            asked.put("promptId", name).put("turnId", turn);
            var message = Json.object().put("role", "user");
            message.set("content", parts(prompt));
            message.put("id", name).putArray("toolCalls");
            message.putObject("origin").put("kind", "user");
            var added = Json.object().put("type", "context.append_message");
            added.set("message", message);
            return List.of(timed(asked, prompt.time()), timed(added, prompt.time()));
        }

        private static ArrayNode parts(Piece.Prompt prompt) {
            var parts = Json.array();
            if (!prompt.text().isBlank()) {
                parts.addObject().put("type", "text").put("text", prompt.text());
            }
            for (var image : prompt.images()) {
                parts.addObject()
                        .put("type", "image_url")
                        .putObject("imageUrl")
                        .put("url", image.url());
            }
            return parts;
        }

        @Override
        public List<String> add(Piece.Step said) {
            step++;
            var uuid = to.id();
            var lines = new ArrayList<String>();
            lines.add(loop(said.time(), event("step.begin").put("uuid", uuid)));
            if (!said.thinking().isBlank()) {
                lines.add(part(said, uuid, "think", said.thinking()));
            }
            if (!said.text().isBlank()) {
                lines.add(part(said, uuid, "text", said.text()));
            }
            var names = new ArrayList<String>();
            for (var call : said.calls()) {
                names.add(to.id());
                var called =
                        event("tool.call")
                                .put("uuid", names.getLast())
                                .put("stepUuid", uuid)
                                .put("toolCallId", call.id())
                                .put("name", call.name());
                called.set("args", call.arguments());
                lines.add(loop(said.time(), called));
            }
            for (var at = 0; at < names.size(); at++) {
                lines.add(returned(said.calls().get(at), names.get(at)));
            }
            var ended =
                    event("step.end")
                            .put("uuid", uuid)
                            .put("finishReason", names.isEmpty() ? "end_turn" : "tool_use");
            ended.putObject("usage")
                    .put("inputOther", 0)
                    .put("output", 0)
                    .put("inputCacheRead", 0)
                    .put("inputCacheCreation", 0);
            lines.add(loop(said.time(), ended));
            return lines;
        }

        private String returned(Piece.Call call, String parent) {
            var returned =
                    Json.object()
                            .put("type", "tool.result")
                            .put("parentUuid", parent)
                            .put("toolCallId", call.id());
            var result = returned.putObject("result").put("output", call.result().text());
            if (call.result().isError()) {
                result.put("isError", true);
            }
            return loop(call.result().time(), returned);
        }

        private String part(Piece.Step said, String uuid, String type, String text) {
            var event = event("content.part").put("uuid", to.id()).put("stepUuid", uuid);
            event.putObject("part").put("type", type).put(type, text);
            return loop(said.time(), event);
        }

        private ObjectNode event(String type) {
            return Json.object()
                    .put("type", type)
                    .put("turnId", Integer.toString(turn))
                    .put("step", step);
        }

        private static String loop(Instant time, ObjectNode event) {
            var line = Json.object().put("type", "context.append_loop_event");
            line.set("event", event);
            return timed(line, time);
        }

        private static String timed(ObjectNode line, Instant time) {
            return Json.write(line.put("time", time.toEpochMilli()));
        }

        @Override
        public List<String> end() {
            return List.of();
        }

        @Override
        public Map<Path, String> beside() {
            var state =
                    Json.object()
                            .put("id", id)
                            .put("version", 2)
                            .put("cwd", to.project().toString())
                            .put("archived", false);
            state.putObject("agents")
                    .putObject("main")
                    .put("homedir", place().resolve("agents").resolve("main").toString())
                    .put("type", "main");
            state.putObject("custom").put("moved_from", heading.from().toString());
            state.put("title", heading.title())
                    .put("titleKind", "custom")
                    .put("isCustomTitle", true)
                    .put("lastPrompt", lastPrompt.substring(0, Math.min(lastPrompt.length(), 200)))
                    .put("lastTurnReason", "completed")
                    .put("createdAt", heading.started().toEpochMilli())
                    .put("updatedAt", to.now().toEpochMilli());
            return Map.of(Path.of("state.json"), Json.write(state));
        }

        @Override
        public Map<Path, String> registered() {
            return Map.of(
                    to.home().resolve("session_index.jsonl"),
                    Json.write(
                            Json.object()
                                    .put("sessionId", id)
                                    .put("sessionDir", place().toString())
                                    .put("workDir", to.project().toString())));
        }
    }
}
