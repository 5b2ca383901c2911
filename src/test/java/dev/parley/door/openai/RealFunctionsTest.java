package dev.parley.door.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.testing.OpenAiClients;
import dev.parley.testing.ParleyServer;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.Children;
import dev.parley.testing.real.EveryLiveCli;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.RealParley;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Functions of real clients inside of the real CLIs; only the model is scripted.
@Tag("real")
class RealFunctionsTest {
    @TempDir Path temp;

    private ParleyServer server(RealCli cli, ScriptedModel model) throws IOException {
        var directory = Files.createDirectories(temp.toRealPath().resolve(cli.id()));
        var variables = RealParley.with(cli, directory, model).variables();
        var server =
                new ParleyServer(directory, "TEXT", "exit 1", variables.get("PATH"), variables);
        server.declare(acme -> acme.put("driver", cli.id()).put("permission", "bypass"));
        return server;
    }

    /// Calls the function twice at once, then tells what came of it.
    private static Reply reply(RealCli cli, ModelRequest request) {
        var results = request.toolResults();
        if (!results.isEmpty()) {
            return Reply.text(String.join(" and ", results));
        }
        var name = cli == RealCli.CODEX ? "parley__getWeather" : "mcp__parley__getWeather";
        return Reply.text("I look.")
                .tool(name, "{\"city\":\"Paris\"}")
                .tool(name, "{\"city\":\"Rome\"}");
    }

    @EveryLiveCli
    void theLoopsOfTheClientsRun(RealCli cli) throws Exception {
        try (var model = ScriptedModel.answering(request -> reply(cli, request));
                var server = server(cli, model)) {
            OpenAiClients.pass(
                    "functions.mjs",
                    server.file("client"),
                    Map.of(
                            "PARLEY_URL",
                            "http://127.0.0.1:" + server.port() + "/v1",
                            "PARLEY_KEY",
                            server.token(),
                            "PARLEY_MODEL",
                            "acme"));
            assertThat(model.mainRequests().getFirst().toolNames())
                    .anyMatch(name -> name.endsWith("getWeather"));
        }
        Awaitility.await()
                .untilAsserted(() ->
                        assertThat(new Children(temp).alive())
                                .filteredOn(child -> child.tag().isPresent())
                                .isEmpty());
    }
}
