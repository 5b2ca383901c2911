package dev.parley.history.text;

import dev.parley.base.json.Json;
import dev.parley.event.SessionKey;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/// Writes a session as Claude Code does.
final class ClaudeFile {
    private final Path path;
    private final String session;
    private Instant time = Instant.parse("2026-11-10T08:00:00Z");
    private String parent;
    private int lines;

    ClaudeFile(Path home, String session) throws IOException {
        this.session = session;
        path = home.resolve(".claude/projects/-home-dev-acme/" + session + ".jsonl");
        Files.createDirectories(path.getParent());
    }

    Path path() {
        return path;
    }

    SessionKey key() {
        return new SessionKey("claude", session);
    }

    ClaudeFile at(String when) {
        time = Instant.parse(when);
        return this;
    }

    /// The next line hangs on this one.
    ClaudeFile backTo(String uuid) {
        parent = uuid;
        return this;
    }

    String last() {
        return parent;
    }

    ClaudeFile prompt(String text) throws IOException {
        return line("user", Json.object().put("role", "user").put("content", text));
    }

    ClaudeFile answer(String text) throws IOException {
        return said(Json.object().put("type", "text").put("text", text));
    }

    ClaudeFile call(String tool, String command) throws IOException {
        var call = Json.object().put("type", "tool_use").put("id", "t" + lines).put("name", tool);
        call.set("input", Json.object().put("command", command));
        return said(call);
    }

    ClaudeFile result(String text) throws IOException {
        var result = Json.object().put("type", "tool_result").put("tool_use_id", "t");
        var content = Json.array().add(result.put("content", text));
        return line("user", Json.object().put("role", "user").set("content", content));
    }

    private ClaudeFile said(JsonNode block) throws IOException {
        var message =
                Json.object()
                        .put("id", "m" + lines)
                        .put("role", "assistant")
                        .put("model", "claude-opus-5-5");
        message.set("content", Json.array().add(block));
        message.set("usage", Json.object().put("input_tokens", 1).put("output_tokens", 1));
        return line("assistant", message);
    }

    private ClaudeFile line(String type, JsonNode message) throws IOException {
        time = time.plusSeconds(1);
        var uuid = session + "-" + lines++;
        var line =
                Json.object()
                        .put("type", type)
                        .put("uuid", uuid)
                        .put("parentUuid", parent)
                        .put("timestamp", time.toString())
                        .put("cwd", "/home/dev/acme")
                        .put("sessionId", session);
        line.set("message", message);
        parent = uuid;
        Files.writeString(
                path,
                Json.write(line) + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        return this;
    }
}
