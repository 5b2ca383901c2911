package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.Agent;
import dev.parley.api.NewRoom;
import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMessage;
import dev.parley.api.RoomMode;
import dev.parley.api.RoomPost;
import dev.parley.api.RoomState;
import dev.parley.api.ToolServer;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.EveryLiveCli;
import dev.parley.testing.real.ManyClis;
import dev.parley.testing.real.RealCli;
import dev.parley.tool.server.SmallServer;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// What an agent of a room without a repository has: the conversation, and what it was given. It is
/// the model's request that says so.
@Tag("real")
class RealAgentsAloneTest {
    private static final Duration PATIENCE = Duration.ofSeconds(240);

    @TempDir Path temp;

    private static String name(RealCli cli) {
        return switch (cli) {
            case CLAUDE, KIMI, QWEN -> "mcp__parley__docs_echo";
            case CODEX -> "parley__docs_echo";
            case GEMINI -> "mcp_parley_docs_echo";
            case OPENCODE -> "parley_docs_echo";
        };
    }

    @EveryLiveCli
    void itSeesNothingOfTheUsersAndHasTheToolsOfItsOwnServerOnly(RealCli cli) throws Exception {
        try (var model =
                ScriptedModel.answering(request ->
                        request.toolResults().isEmpty()
                                        && request.userTexts().toString().contains("echo")
                                ? Reply.tool(name(cli), "{\"text\":\"hello\"}")
                                : Reply.text("I am here"))) {
            var variables = ManyClis.in(temp.toRealPath(), List.of(cli), model, "");
            try (var app = new App(variables)) {
                var rooms = app.rooms();
                rooms.agents().put(Agent.on(cli.id(), "bare", "You adore otters."));
                var command = SmallServer.command();
                var server =
                        new ToolServer(
                                command.getFirst(),
                                command.subList(1, command.size()),
                                Map.of("SECRET", "zebra"),
                                null,
                                Map.of());
                rooms.agents()
                        .put(
                                Agent.on(cli.id(), "armed", "You adore lynxes.")
                                        .withServers(Map.of("docs", server)));
                rooms.make(room("r", "bare"));
                rooms.make(room("s", "armed"));
                say(app, "r", "Are you there?");
                assertThat(rooms.messages("r", 0, 100).toString()).contains("I am here");
                for (var request : model.mainRequests()) {
                    assertThat(everything(request)).doesNotContain(ManyClis.USERS_OWN);
                }
                var alone = model.mainRequests().getLast().toolNames();
                System.err.println("*** " + cli + " alone has " + alone);
                assertEquals(left(cli), alone);

                if (cli == RealCli.CODEX) {
                    var processes = codexes();
                    rooms.make(room("t", "bare"));
                    say(app, "t", "And here?");
                    assertEquals(processes, codexes(), "one process of an agent, two rooms");
                }

                say(app, "s", "Please use echo.");
                assertThat(rooms.messages("s", 0, 100).toString()).contains("I am here");
                assertThat(model.mainRequests().getLast().toolResults())
                        .anyMatch(result -> result.contains("You said hello, zebra"));
            }
        }
    }

    private static List<Long> codexes() {
        return ProcessHandle.current()
                .descendants()
                .filter(it -> it.info().command().orElse("").endsWith("/codex"))
                .map(ProcessHandle::pid)
                .sorted()
                .toList();
    }

    /// What a CLI keeps whatever it is told.
    private static List<String> left(RealCli cli) {
        return cli == RealCli.CODEX ? List.of("apply_patch") : List.of();
    }

    private static NewRoom room(String name, String agent) {
        return new NewRoom(
                name,
                null,
                null,
                RoomMode.FREE,
                List.of(agent),
                null,
                null,
                null,
                null,
                null,
                new RoomLimits.Change(0, null, null, null, null, null, null, null));
    }

    private static void say(App app, String room, String text) throws Exception {
        var rooms = app.rooms();
        rooms.say(room, RoomPost.of(text));
        await().atMost(PATIENCE)
                .until(() -> !rooms.isRunning(room) && rooms.get(room).state() == RoomState.IDLE);
        assertThat(rooms.messages(room, 0, 100).stream().map(RoomMessage::text))
                .noneMatch(it -> it.contains("could not"));
    }

    private static String everything(ModelRequest request) {
        return request.systemText() + String.join("\n", request.userTexts());
    }
}
