package dev.parley.testing.real;

import dev.parley.base.json.Json;

import tools.jackson.databind.node.ObjectNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The least that holds a conversation with `codex app-server`, without anything of Parley: what a
/// turn takes here is Codex's own part of a turn.
public final class BareCodex implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;
    private String thread = "";
    private int count;

    /// With a conversation.
    BareCodex(Path directory, RealHome home) throws IOException {
        this(home, Files.createDirectories(directory.resolve("work")).toRealPath());
        var begin =
                Json.object()
                        .put("cwd", directory.resolve("work").toRealPath().toString())
                        .put("approvalPolicy", "never")
                        .put("sandbox", "danger-full-access");
        var answer = Json.parse(answer("thread/start", begin)).orElseThrow();
        thread = answer.path("result").path("thread").path("id").asString();
    }

    private BareCodex(RealHome home, Path work) throws IOException {
        process =
                home.command(work, List.of(RealCli.CODEX.executable().toString(), "app-server"))
                        .redirectInput(ProcessBuilder.Redirect.PIPE)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        out = process.inputReader(StandardCharsets.UTF_8);
        var hello = Json.object();
        hello.putObject("clientInfo").put("name", "bare").put("version", "1");
        send("initialize", hello);
    }

    /// Its own list of the conversations in a directory, as it answers.
    public static String threads(Path work, RealHome home) throws IOException {
        try (var codex = new BareCodex(home, work)) {
            return codex.answer("thread/list", Json.object().put("cwd", work.toString()));
        }
    }

    void ask(String text) throws IOException {
        var params = Json.object().put("threadId", thread);
        params.putArray("input").addObject().put("type", "text").put("text", text);
        send("turn/start", params);
        readUntil("{\"method\":\"turn/completed\",");
    }

    private void send(String method, ObjectNode params) throws IOException {
        count++;
        var request = Json.object().put("id", count).put("method", method).set("params", params);
        var line = (request + "\n").getBytes(StandardCharsets.UTF_8);
        process.getOutputStream().write(line);
        process.getOutputStream().flush();
    }

    private String answer(String method, ObjectNode params) throws IOException {
        send(method, params);
        return readUntil("{\"id\":" + count + ",");
    }

    private String readUntil(String beginning) throws IOException {
        for (var line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(beginning)) {
                return line;
            }
        }
        throw new IOException("Codex ended before " + beginning);
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
