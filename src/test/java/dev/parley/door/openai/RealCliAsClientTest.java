package dev.parley.door.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.base.json.Json;
import dev.parley.testing.ParleyServer;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.CliRun;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.RealParley;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// Coding agents as clients of Parley: one CLI asks, another one answers and works with the tools
/// of the first. Only the model behind the second is scripted.
@Tag("real")
class RealCliAsClientTest {
    @TempDir Path temp;

    private ParleyServer server(RealCli agent, ScriptedModel model) throws IOException {
        var directory = Files.createDirectories(temp.resolve("parley"));
        var variables = RealParley.with(agent, directory, model).variables();
        var server =
                new ParleyServer(directory, "TEXT", "exit 1", variables.get("PATH"), variables);
        server.declare(acme -> {
            acme.put("driver", agent.id()).put("permission", "bypass");
            if (agent == RealCli.CLAUDE || agent == RealCli.CODEX) {
                acme.put("ownTools", false);
            }
        });
        return server;
    }

    /// The client's tool that writes a file.
    private static String tool(RealCli client) {
        return switch (client) {
            case OPENCODE -> "write";
            case QWEN -> "write_file";
            case CODEX -> "exec_command";
            default -> throw new IllegalArgumentException(client.id());
        };
    }

    private static String arguments(RealCli client, Path file) {
        var arguments = Json.object();
        switch (client) {
            case OPENCODE -> arguments.put("filePath", file.toString()).put("content", "edited");
            case QWEN -> arguments.put("file_path", file.toString()).put("content", "edited");
            default -> arguments.put("cmd", "printf edited > note.txt");
        }
        return Json.write(arguments);
    }

    private static Reply reply(RealCli client, RealCli agent, Path file, ModelRequest request) {
        var prefix = agent == RealCli.CODEX ? "parley__" : "mcp__parley__";
        // Codex has ours in a namespace, and tells their names without it.
        var isOffered =
                request.toolNames().stream()
                        .filter(name -> agent == RealCli.CODEX || name.contains("parley"))
                        .anyMatch(name -> name.endsWith(tool(client)));
        return isOffered && request.toolResults().isEmpty()
                ? Reply.text("I write it.").tool(prefix + tool(client), arguments(client, file))
                : Reply.text("It is written.");
    }

    @ParameterizedTest
    @CsvSource({
        "OPENCODE, CLAUDE", "OPENCODE, CODEX", "OPENCODE, QWEN",
        "QWEN, CLAUDE", "QWEN, CODEX", "QWEN, OPENCODE",
        "CODEX, CLAUDE", "CODEX, CODEX", "CODEX, OPENCODE"
    })
    void aCliEditsThroughAnother(RealCli client, RealCli agent) throws Exception {
        temp = temp.toRealPath();
        var work = Files.createDirectories(temp.resolve("work"));
        var file = work.resolve("note.txt");
        try (var model = ScriptedModel.answering(request -> reply(client, agent, file, request));
                var server = server(agent, model)) {
            var address = URI.create("http://127.0.0.1:" + server.port());
            var home = client.homeOfClient(temp.resolve("client"), address, "acme", server.token());
            var command = home.command(work, client.oneShot("Write edited into note.txt."));
            var run = CliRun.of(command, Duration.ofMinutes(3));
            assertThat(run.exitCode()).as("%s%n%s", run, model.requests()).isZero();
            assertThat(file).as("%s%n%s", run, model.requests()).hasContent("edited");
            assertThat(run.stdout()).contains("It is written.");
        }
    }
}
