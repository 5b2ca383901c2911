package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.api.NewSession;
import dev.parley.api.SessionState;
import dev.parley.api.TicketQuery;
import dev.parley.api.TicketState;
import dev.parley.api.TicketsSeen;
import dev.parley.event.Action;
import dev.parley.event.Permission;
import dev.parley.store.sqlite.Database;
import dev.parley.store.sqlite.SqliteTicketStore;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.RealParley;
import dev.parley.ticket.Board;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/// An agent proposes tickets, a person decides in another process, and the model hears of it.
@Tag("real")
class RealTicketsTest {
    private static final String THREE =
            """
            {"tickets":[{"title":"Mend the retry"},{"title":"Write the test","dependsOn":[0]},
            {"title":"Rewrite it all"}]}\
            """;

    @TempDir Path temp;

    /// A person accepts a ticket in other words, in another process.
    private static void edit(Path file, long number) throws InterruptedException {
        try (var database = new Database(file)) {
            var board = new Board(new SqliteTicketStore(database), Clock.systemUTC());
            board.accept(
                    number,
                    it -> it.saying("Write two tests", "One for each case."),
                    TicketsSeen.ANY);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.parley.testing.real.RealCli#live")
    void theModelHearsWhatBecameOfEveryProposal(RealCli cli) throws Exception {
        var directory = Files.createDirectories(temp.toRealPath().resolve(cli.id()));
        var tool = cli.nameOfTool("create_ticket");
        try (var model = ScriptedModel.saying(Reply.tool(tool, THREE), Reply.text("thank you"))) {
            var parley = RealParley.with(cli, directory, model);
            Files.writeString(
                    directory.resolve("parley/config/config.json"),
                    "{\"passEnvironment\":{\"codex\":[\"SCRIPTED_KEY\"]},\"tools\":[\"create_ticket\",\"await_ticket\"]}");
            try (var app = new App(parley.variables())) {
                var request =
                        NewSession.with(
                                        cli.id(),
                                        parley.work().toString(),
                                        cli == RealCli.KIMI ? Permission.EDIT : Permission.ASK)
                                .saying(Action.Prompt.of("propose three tickets"));
                var id = app.sessions().start(request).id();
                Awaitility.await()
                        .atMost(Duration.ofSeconds(120))
                        .until(() ->
                                app.tickets().list(TicketQuery.board(null, 10)).tickets().size()
                                        == 3);

                assertEquals(0, parley.run("tickets", "accept", "T1").code());
                edit(directory.resolve("parley/data/parley.db"), 2);
                var rejected = parley.run("tickets", "reject", "T3", "--reason", "far too much");
                assertEquals(0, rejected.code(), rejected.output());

                Awaitility.await()
                        .atMost(Duration.ofSeconds(120))
                        .until(() -> app.sessions().info(id).state() == SessionState.IDLE);
                assertThat(model.mainRequests().getLast().toolResults().getLast())
                        .contains("T1", "T2", "T3", "accepted", "accepted with edits")
                        .contains("Write two tests", "rejected", "far too much");
                assertThat(model.mainRequests().getFirst().toolNames())
                        .anyMatch(name -> name.endsWith("create_ticket"));
                assertThat(app.tickets().get("T1").origin().session()).isEqualTo(id);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.parley.testing.real.RealCli#live")
    void aReviewSurvivesAParleyThatIsKilled(RealCli cli) throws Exception {
        var directory = Files.createDirectories(temp.toRealPath().resolve("killed-" + cli.id()));
        var tool = cli.nameOfTool("create_ticket");
        try (var model =
                ScriptedModel.answering(request ->
                        request.userTexts().stream().noneMatch(text -> text.contains("what became"))
                                ? Reply.tool(tool, THREE)
                                : Reply.text("I see"))) {
            var parley = RealParley.with(cli, directory, model);
            var mode = cli == RealCli.KIMI ? Permission.EDIT : Permission.ASK;
            var chat =
                    new ProcessBuilder(
                                    RealParley.command(
                                            "chat",
                                            "--provider",
                                            cli.id(),
                                            "--permission",
                                            mode.wireName()))
                            .directory(parley.work().toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(directory.resolve("chat.txt").toFile());
            chat.environment().clear();
            chat.environment().putAll(parley.variables());
            var process = chat.start();
            process.getOutputStream().write("propose three tickets\n".getBytes(UTF_8));
            process.getOutputStream().flush();
            try (var app = new App(parley.variables())) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(120))
                        .until(() ->
                                app.tickets().list(TicketQuery.board(null, 10)).tickets().size()
                                        == 3);
                process.destroyForcibly().waitFor();
                app.tickets().accept("T1", null, TicketsSeen.ANY);
                app.tickets().accept("T2", null, TicketsSeen.ANY);
                app.tickets().reject("T3", "after the crash", TicketsSeen.ANY);

                var id = app.tickets().get("T1").origin().session();
                app.sessions()
                        .turn(
                                NewSession.resuming(id.value())
                                        .saying(Action.Prompt.of("what became of them?")),
                                _ -> {});
                assertThat(model.mainRequests().getLast().userTexts().getLast())
                        .contains("T1", "accepted", "T3", "rejected", "after the crash")
                        .contains("what became of them?");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.parley.testing.real.RealCli#live")
    void aReviewThatIsInterruptedIsToldWithTheNextPrompt(RealCli cli) throws Exception {
        var directory = Files.createDirectories(temp.toRealPath().resolve("stopped-" + cli.id()));
        var tool = cli.nameOfTool("create_ticket");
        try (var model =
                ScriptedModel.answering(request ->
                        request.userTexts().stream().noneMatch(text -> text.contains("what became"))
                                ? Reply.tool(tool, THREE)
                                : Reply.text("I see"))) {
            var parley = RealParley.with(cli, directory, model);
            try (var app = new App(parley.variables())) {
                var mode = cli == RealCli.KIMI ? Permission.EDIT : Permission.ASK;
                var id =
                        app.sessions()
                                .start(
                                        NewSession.with(cli.id(), parley.work().toString(), mode)
                                                .saying(Action.Prompt.of("propose three tickets")))
                                .id();
                Awaitility.await()
                        .atMost(Duration.ofSeconds(120))
                        .until(() ->
                                app.tickets().list(TicketQuery.board(null, 10)).tickets().size()
                                        == 3);

                app.sessions().ask(id, new Action.Interrupt());
                Awaitility.await()
                        .atMost(Duration.ofSeconds(120))
                        .until(() -> app.sessions().info(id).state() == SessionState.IDLE);
                assertEquals(TicketState.PROPOSED, app.tickets().get("T1").state());
                app.tickets().accept("T1", null, TicketsSeen.ANY);
                app.tickets().reject("T3", "after the stop", TicketsSeen.ANY);

                app.sessions()
                        .turn(
                                NewSession.resuming(id.value())
                                        .saying(Action.Prompt.of("what became of them?")),
                                _ -> {});
                assertThat(model.mainRequests().getLast().userTexts().getLast())
                        .contains("T1", "accepted", "T3", "rejected", "after the stop")
                        .doesNotContain("T2")
                        .contains("what became of them?");
                assertEquals(TicketState.PROPOSED, app.tickets().get("T2").state());
            }
        }
    }
}
