package dev.parley.door.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.testing.Stub;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.CliRun;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.RealParley;
import dev.parley.work.install.InstallMcp;
import dev.parley.work.install.McpClient;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Collectors;

/// Real CLIs as clients of `parley mcp`, entered into their configuration by Parley itself.
@Tag("real")
class RealMcpClientsTest {
    @TempDir Path temp;

    /// @param revision what it speaks
    @ParameterizedTest
    @CsvSource({
        "CLAUDE, 2026-07-28",
        "GEMINI, 2025",
        "OPENCODE, 2025-11-25",
        "KIMI, 2025",
        "QWEN, 2025-11-25"
    })
    void callsAToolOfOurs(RealCli cli, String revision) throws Exception {
        var directory = Files.createDirectories(temp.toRealPath().resolve(cli.id()));
        try (var model =
                ScriptedModel.saying(
                        Reply.tool("mcp__parley__list_sessions", "{\"limit\":3}"),
                        Reply.text("all done"))) {
            var parley = RealParley.with(cli, directory, model);
            // What the client says is kept, to see which revision it speaks.
            var heard = directory.resolve("heard");
            var command =
                    RealParley.command("mcp").stream()
                            .map(word -> "'" + word + "'")
                            .collect(Collectors.joining(" "));
            var script =
                    Stub.script(directory, "parley-mcp", "tee -a '" + heard + "' | " + command);
            var variables = new HashMap<>(parley.home().environment());
            variables.put("PARLEY_HOME", directory.resolve("parley").toString());
            var install = new InstallMcp(variables, List.of(script.toString()));
            install.apply(install.install(McpClient.find(cli.id()).orElseThrow()));

            var run =
                    CliRun.of(
                            parley.home()
                                    .command(parley.work(), cli.oneShot("what was said before?")),
                            Duration.ofMinutes(3));

            assertThat(run.stdout()).as("%s", run).contains("all done");
            assertThat(model.mainRequests().getLast().toolResults().getLast())
                    .as("%s", run)
                    .containsPattern("sessions\\W+\\[");
            assertThat(Files.readString(heard)).contains(revision).contains("list_sessions");
        }
    }
}
