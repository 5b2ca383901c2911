package dev.parley.provider.opencode;

import dev.parley.base.hash.Hash;
import dev.parley.base.json.Json;
import dev.parley.base.json.JsonPath;
import dev.parley.base.problem.Problem;
import dev.parley.portable.Destination;
import dev.parley.portable.Heading;
import dev.parley.portable.NativeDraft;
import dev.parley.portable.NativeFormat;
import dev.parley.portable.Piece;
import dev.parley.portable.PlainCall.Kind;
import dev.parley.portable.ToolNames;
import dev.parley.portable.ToolTable;
import dev.parley.portable.ToolTable.Row;
import dev.parley.sessionfile.BoundedFiles;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes what `opencode import` takes: OpenCode itself puts it into its database, as a session of
/// the directory it runs in. Its messages name the model with which the next turn is made.
final class OpenCodeWriter implements NativeFormat {
    static final ToolTable TOOLS =
            new ToolTable(
                    new Row(Kind.SHELL, "bash", Map.of("command", "command")),
                    new Row(Kind.READ, "read", Map.of("path", "filePath")),
                    new Row(Kind.WRITE, "write", Map.of("path", "filePath", "content", "content")),
                    new Row(
                            Kind.EDIT,
                            "edit",
                            Map.of("path", "filePath", "old", "oldString", "new", "newString")),
                    new Row(Kind.GREP, "grep", Map.of("pattern", "pattern", "path", "path")),
                    new Row(Kind.GLOB, "glob", Map.of("pattern", "pattern")));

    private static final String VERSION = "1.18.33";

    @Override
    public ToolNames tools() {
        return TOOLS;
    }

    @Override
    public boolean keepsThinking() {
        return true;
    }

    @Override
    public boolean needsModel() {
        return true;
    }

    @Override
    public Optional<String> usualModel(Map<String, String> environment) {
        var inline =
                Json.parseObject(environment.getOrDefault("OPENCODE_CONFIG_CONTENT", ""))
                        .flatMap(config -> JsonPath.text(config, "model"));
        return inline.or(() ->
                settings(environment).stream()
                        .flatMap(file -> BoundedFiles.json(file).stream())
                        .flatMap(config -> JsonPath.text(config, "model").stream())
                        .findFirst());
    }

    private static List<Path> settings(Map<String, String> environment) {
        var home = environment.getOrDefault("HOME", "");
        var config =
                Path.of(environment.getOrDefault("XDG_CONFIG_HOME", home + "/.config"), "opencode");
        var files = new ArrayList<Path>();
        Optional.ofNullable(environment.get("OPENCODE_CONFIG")).map(Path::of).ifPresent(files::add);
        files.add(config.resolve("opencode.json"));
        files.add(config.resolve("config.json"));
        return files;
    }

    @Override
    public List<String> deleting(String nativeId) {
        return List.of("session", "delete", nativeId);
    }

    @Override
    public NativeDraft draft(Destination to, Heading heading) {
        var model = to.model() == null ? "" : to.model();
        var slash = model.indexOf('/');
        if (slash <= 0 || slash == model.length() - 1) {
            throw Problem.invalid(
                    "OpenCode goes on with the model that a session names, and none is known.",
                    "Name one with --model PROVIDER/MODEL; opencode models lists them.");
        }
        return new Draft(to, heading, model.substring(0, slash), model.substring(slash + 1));
    }

    private static final class Draft implements NativeDraft {
        private final Destination to;
        private final Heading heading;
        private final String provider;
        private final String model;
        private final String id;
        private final long first;
        private long count;
        private long last;
        private boolean hasMessage;
        private String prompt = "";

        Draft(Destination to, Heading heading, String provider, String model) {
            this.to = to;
            this.heading = heading;
            this.provider = provider;
            this.model = model;
            first = heading.started().toEpochMilli() << 12;
            last = heading.started().toEpochMilli();
            // Sessions sort the other way round.
            id = "ses_" + named(~(to.now().toEpochMilli() << 12));
        }

        /// Ids grow, by which OpenCode and others know the order.
        private String next(String kind) {
            return kind + "_" + named(first + count++);
        }

        private String named(long number) {
            return "%012x%s"
                    .formatted(number & 0xFFFFFFFFFFFFL, Hash.sha256(to.id()).substring(0, 14));
        }

        @Override
        public String nativeId() {
            return id;
        }

        @Override
        public Path place() {
            return to.home().resolve(id + ".json");
        }

        @Override
        public List<String> importing(Path file) {
            return List.of("import", file.toString());
        }

        @Override
        public List<String> begin() {
            var info =
                    Json.object()
                            .put("id", id)
                            .put("slug", "moved-" + id.substring(id.length() - 8))
                            .put("title", heading.title())
                            .put("version", VERSION);
            info.putObject("time")
                    .put("created", heading.started().toEpochMilli())
                    .put("updated", to.now().toEpochMilli());
            info.putObject("metadata").put("moved_from", heading.from().toString());
            return List.of("{\"info\":" + Json.write(info) + ",\"messages\":[");
        }

        private long time(Instant time) {
            last = Math.max(last, time.toEpochMilli());
            return last;
        }

        @Override
        public List<String> add(Piece.Prompt said) {
            prompt = next("msg");
            var info = Json.object().put("id", prompt).put("sessionID", id).put("role", "user");
            info.putObject("time").put("created", time(said.time()));
            info.put("agent", "build")
                    .putObject("model")
                    .put("providerID", provider)
                    .put("modelID", model);
            var parts = Json.array();
            if (!said.text().isBlank()) {
                part(parts, prompt, "text").put("text", said.text());
            }
            for (var image : said.images()) {
                part(parts, prompt, "file")
                        .put("mime", image.mediaType())
                        .put("filename", "image." + image.mediaType().replaceFirst(".*/", ""))
                        .put("url", image.url());
            }
            return List.of(message(info, parts));
        }

        @Override
        public List<String> add(Piece.Step step) {
            var message = next("msg");
            var began = time(step.time());
            var parts = Json.array();
            part(parts, message, "step-start");
            if (!step.thinking().isBlank()) {
                timed(part(parts, message, "reasoning").put("text", step.thinking()), began);
            }
            if (!step.text().isBlank()) {
                timed(part(parts, message, "text").put("text", step.text()), began);
            }
            step.calls().forEach(call -> tool(part(parts, message, "tool"), call));
            var reason = step.calls().isEmpty() ? "stop" : "tool-calls";
            tokens(part(parts, message, "step-finish").put("reason", reason).put("cost", 0));
            var info =
                    Json.object()
                            .put("id", message)
                            .put("sessionID", id)
                            .put("role", "assistant")
                            .put("parentID", prompt)
                            .put("mode", "build")
                            .put("agent", "build");
            info.putObject("path")
                    .put("cwd", to.project().toString())
                    .put("root", to.project().toString());
            tokens(info.put("cost", 0));
            info.put("modelID", model).put("providerID", provider);
            info.putObject("time").put("created", began).put("completed", last);
            return List.of(message(info.put("finish", reason), parts));
        }

        private void tool(ObjectNode part, Piece.Call call) {
            var result = call.result();
            // A command that fails is completed, with its exit code.
            var isShell = call.name().equals("bash");
            var hasFailed = result.isError() && !isShell;
            var state =
                    part.put("tool", call.name())
                            .put("callID", call.id())
                            .putObject("state")
                            .put("status", hasFailed ? "error" : "completed");
            state.set("input", call.arguments());
            state.put(hasFailed ? "error" : "output", result.text());
            if (!hasFailed) {
                state.put("title", call.name());
                var metadata = state.putObject("metadata");
                if (isShell) {
                    var code = result.exitCode();
                    metadata.put("output", result.text())
                            .put("exit", code != null ? code : result.isError() ? 1 : 0);
                }
            }
            timed(state, time(result.time()));
        }

        private ObjectNode part(ArrayNode parts, String message, String type) {
            return parts.addObject()
                    .put("id", next("prt"))
                    .put("sessionID", id)
                    .put("messageID", message)
                    .put("type", type);
        }

        private static void timed(ObjectNode node, long at) {
            node.putObject("time").put("start", at).put("end", at);
        }

        private static void tokens(ObjectNode node) {
            node.putObject("tokens")
                    .put("input", 0)
                    .put("output", 0)
                    .put("reasoning", 0)
                    .putObject("cache")
                    .put("read", 0)
                    .put("write", 0);
        }

        private String message(ObjectNode info, ArrayNode parts) {
            var message = Json.object();
            message.set("info", info);
            message.set("parts", parts);
            var comma = hasMessage ? "," : "";
            hasMessage = true;
            return comma + Json.write(message);
        }

        @Override
        public List<String> end() {
            return List.of("]}");
        }
    }
}
