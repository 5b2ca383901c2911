package dev.parley.provider.codex;

import dev.parley.base.json.Json;
import dev.parley.portable.Destination;
import dev.parley.portable.Heading;
import dev.parley.portable.NativeDraft;
import dev.parley.portable.NativeFormat;
import dev.parley.portable.Piece;
import dev.parley.portable.ToolNames;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Writes threads of Codex. Its model sees the `response_item`s only, its lists and its screen the
/// `event_msg`s only, so everything is there twice. The model provider is the one that is
/// configured here: Codex refuses a thread of another one, and its app server one of none. The
/// context of turns is left out on purpose: Codex would ask for its model. Reasoning is encrypted
/// by an API that would refuse any other.
final class CodexWriter implements NativeFormat {
    private static final CodexTools TOOLS = new CodexTools();

    @Override
    public ToolNames tools() {
        return TOOLS;
    }

    @Override
    public NativeDraft draft(Destination to, Heading heading) {
        return new Draft(to, heading);
    }

    private static final class Draft implements NativeDraft {
        private final Destination to;
        private final Heading heading;
        private final String id;
        private int ordinal;
        private String turn = "";
        private Instant turnBegan = Instant.EPOCH;
        private Instant last;
        private String lastSaid = "";

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
            var local = heading.started().atZone(to.zone());
            var day = DateTimeFormatter.ofPattern("yyyy/MM/dd").format(local);
            var time = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss").format(local);
            return to.home()
                    .resolve("sessions")
                    .resolve(day)
                    .resolve("rollout-" + time + "-" + id + ".jsonl");
        }

        @Override
        public List<String> begin() {
            var meta =
                    Json.object()
                            .put("session_id", id)
                            .put("id", id)
                            .put("timestamp", heading.started().toString())
                            .put("cwd", to.project().toString())
                            .put("originator", "parley")
                            .put("cli_version", "0.166.0")
                            .put("source", "cli")
                            .put("history_mode", "paginated")
                            .put("model_provider", CodexConfig.modelProvider(to.home()))
                            .put("moved_from", heading.from().toString());
            return List.of(line(heading.started(), "session_meta", meta));
        }

        @Override
        public List<String> add(Piece.Prompt prompt) {
            var lines = new ArrayList<>(end());
            turn = to.id();
            turnBegan = prompt.time();
            last = prompt.time();
            lines.add(
                    event(
                            last,
                            Json.object()
                                    .put("type", "task_started")
                                    .put("turn_id", turn)
                                    .put("started_at", last.getEpochSecond())
                                    .putNull("model_context_window")
                                    .put("collaboration_mode_kind", "default")));
            var seen = Json.object().put("type", "message").put("role", "user");
            var shown = Json.object().put("type", "UserMessage").put("id", to.id());
            var seenParts = seen.putArray("content");
            var shownParts = shown.putArray("content");
            if (!prompt.text().isBlank()) {
                seenParts.addObject().put("type", "input_text").put("text", prompt.text());
                shownParts
                        .addObject()
                        .put("type", "text")
                        .put("text", prompt.text())
                        .putArray("text_elements");
            }
            for (var image : prompt.images()) {
                seenParts.addObject().put("type", "input_image").put("image_url", image.url());
                shownParts.addObject().put("type", "image").put("image_url", image.url());
            }
            lines.add(line(last, "response_item", seen));
            lines.add(item(last, shown));
            return lines;
        }

        @Override
        public List<String> add(Piece.Step step) {
            var lines = new ArrayList<String>();
            last = step.time();
            if (!step.text().isBlank()) {
                lastSaid = step.text();
                var shown = Json.object().put("type", "AgentMessage").put("id", "msg_" + to.id());
                shown.putArray("content").addObject().put("type", "Text").put("text", lastSaid);
                lines.add(item(last, shown));
                var seen = Json.object().put("type", "message").put("role", "assistant");
                seen.putArray("content")
                        .addObject()
                        .put("type", "output_text")
                        .put("text", lastSaid);
                lines.add(line(last, "response_item", seen));
            }
            step.calls()
                    .forEach(call -> lines.add(line(step.time(), "response_item", called(call))));
            for (var call : step.calls()) {
                last = call.result().time();
                var shown = shown(call);
                if (shown != null) {
                    lines.add(item(last, shown));
                }
                lines.add(line(last, "response_item", returned(call)));
            }
            return lines;
        }

        private static boolean isPatch(Piece.Call call) {
            return call.name().equals(CodexTools.PATCH)
                    && call.arguments().path("input").isString();
        }

        private static ObjectNode called(Piece.Call call) {
            return isPatch(call)
                    ? Json.object()
                            .put("type", "custom_tool_call")
                            .put("status", "completed")
                            .put("call_id", call.id())
                            .put("name", call.name())
                            .put("input", call.arguments().path("input").asString(""))
                    : Json.object()
                            .put("type", "function_call")
                            .put("name", call.name())
                            .put("arguments", Json.write(call.arguments()))
                            .put("call_id", call.id());
        }

        private static ObjectNode returned(Piece.Call call) {
            var text = call.result().text();
            var isShell = call.name().equals(CodexTools.SHELL);
            return Json.object()
                    .put("type", isPatch(call) ? "custom_tool_call_output" : "function_call_output")
                    .put("call_id", call.id())
                    .put(
                            "output",
                            isShell
                                    ? "Process exited with code %d\nOutput:\n%s"
                                            .formatted(exitCode(call.result()), text)
                                    : text);
        }

        private static int exitCode(Piece.Result result) {
            var told = result.exitCode();
            return told != null ? told : result.isError() ? 1 : 0;
        }

        /// What the screen shows of a call; of a patch the text itself.
        private @Nullable ObjectNode shown(Piece.Call call) {
            var failed = call.result().isError();
            var status = failed ? "failed" : "completed";
            if (call.name().equals(CodexTools.SHELL)) {
                var command = call.arguments().path("cmd").asString("");
                var shown = Json.object().put("type", "CommandExecution").put("id", call.id());
                shown.putArray("command").add("/bin/bash").add("-lc").add(command);
                shown.put("cwd", "file://" + to.project());
                shown.putArray("parsed_cmd").addObject().put("type", "unknown").put("cmd", command);
                shown.put("source", "unified_exec_startup")
                        .put("status", status)
                        .put("aggregated_output", call.result().text())
                        .put("exit_code", exitCode(call.result()));
                shown.putObject("duration").put("secs", 0).put("nanos", 0);
                return shown;
            }
            if (isPatch(call)) {
                var shown = Json.object().put("type", "FileChange").put("id", call.id());
                shown.set(
                        "changes", CodexPatch.changes(call.arguments().path("input").asString("")));
                return shown.put("status", status)
                        .put("stdout", call.result().text())
                        .put("stderr", "");
            }
            return null;
        }

        /// Ends the turn that is open.
        @Override
        public List<String> end() {
            if (turn.isEmpty()) {
                return List.of();
            }
            var ended = turn;
            turn = "";
            return List.of(
                    event(
                            last,
                            Json.object()
                                    .put("type", "task_complete")
                                    .put("turn_id", ended)
                                    .put("last_agent_message", lastSaid)
                                    .put("started_at", turnBegan.getEpochSecond())
                                    .put("completed_at", last.getEpochSecond())
                                    .put(
                                            "duration_ms",
                                            Math.max(
                                                    0,
                                                    last.toEpochMilli()
                                                            - turnBegan.toEpochMilli()))));
        }

        private String item(Instant time, ObjectNode item) {
            var event =
                    Json.object()
                            .put("type", "item_completed")
                            .put("thread_id", id)
                            .put("turn_id", turn);
            event.set("item", item);
            return event(
                    time,
                    event.put("started_at_ms", time.toEpochMilli())
                            .put("completed_at_ms", time.toEpochMilli()));
        }

        private String event(Instant time, ObjectNode payload) {
            return line(time, "event_msg", payload);
        }

        private String line(Instant time, String type, JsonNode payload) {
            var line =
                    Json.object()
                            .put("timestamp", time.toString())
                            .put("ordinal", ordinal++)
                            .put("type", type);
            line.set("payload", payload);
            return Json.write(line);
        }

        /// The name, which is nowhere in the thread itself.
        @Override
        public Map<Path, String> registered() {
            return Map.of(
                    to.home().resolve("session_index.jsonl"),
                    Json.write(
                            Json.object()
                                    .put("id", id)
                                    .put("thread_name", heading.title())
                                    .put("updated_at", to.now().toString())));
        }
    }
}
