package dev.parley.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.SessionId;
import dev.parley.api.Ticket;
import dev.parley.api.TicketDraft;
import dev.parley.api.TicketQuery;
import dev.parley.api.TicketState;
import dev.parley.api.TicketsSeen;
import dev.parley.base.json.Json;
import dev.parley.event.ToolResult;
import dev.parley.tool.ToolCall;
import dev.parley.tool.ToolCaller;
import dev.parley.tool.ToolRegistry;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;

class TicketToolsTest extends BoardCase {
    private static final String THREE =
            """
            {"tickets":[{"title":"One"},
            {"title":"Two","body":"b","kind":"bug","priority":"high","labels":["x"],"dependsOn":[0]},
            {"title":"Three","files":["a.txt"]}]}\
            """;

    private ToolResult call(String tool, String arguments, Duration patience)
            throws InterruptedException {
        return call(CALLER, tool, arguments, patience);
    }

    private ToolResult call(ToolCaller caller, String tool, String arguments, Duration patience)
            throws InterruptedException {
        var registry = new ToolRegistry();
        new TicketTools(board, proposals, reports, directory -> directory).registerWith(registry);
        return registry.call(
                tool,
                new ToolCall(
                        caller,
                        new ToolCall.Moment("turn-1", 7),
                        Json.parse(arguments).orElseThrow(),
                        patience));
    }

    private FutureTask<ToolResult> begin(String tool, String arguments) {
        var task = new FutureTask<>(() -> call(tool, arguments, Duration.ofMinutes(5)));
        Thread.startVirtualThread(task);
        return task;
    }

    private List<Ticket> proposed(int number) {
        return Awaitility.await()
                .until(
                        () ->
                                board.list(TicketQuery.board(PROJECT, 100)).stream()
                                        .filter(one -> one.state() == TicketState.PROPOSED)
                                        .toList(),
                        list -> list.size() == number);
    }

    private static JsonNode read(ToolResult result) {
        assertThat(result.isError()).as(result.text()).isFalse();
        return Json.parse(result.text()).orElseThrow();
    }

    @Test
    void theAgentHearsWhatBecameOfEveryTicket() throws Exception {
        var call = begin("create_ticket", THREE);
        var waiting = proposed(3);

        board.accept(waiting.get(0).number(), it -> it, TicketsSeen.ANY);
        board.accept(
                waiting.get(1).number(), it -> it.saying("Two, better", "new"), TicketsSeen.ANY);
        board.reject(waiting.get(2).number(), "not now", TicketsSeen.ANY);

        var answer = read(call.get());
        assertThat(answer.path("status").asString()).isEqualTo("decided");
        assertThat(answer.path("tickets").valueStream().map(Json::write).sorted())
                .containsExactly(
                        "{\"id\":\"T1\",\"title\":\"One\",\"outcome\":\"accepted\"}",
                        "{\"id\":\"T2\",\"title\":\"Two, better\",\"outcome\":\"accepted with edits\","
                                + "\"body\":\"new\",\"kind\":\"bug\",\"priority\":\"high\"}",
                        "{\"id\":\"T3\",\"title\":\"Three\",\"outcome\":\"rejected\",\"reason\":\"not now\"}");
        // Its turn might still be cut off before it reads the answer.
        assertThat(reports.untold(SESSION)).hasSize(3);
        reports.heard(SESSION);
        assertThat(reports.untold(SESSION)).isEmpty();
    }

    @Test
    void placesInTheListBecomeDependencies() throws Exception {
        begin("create_ticket", THREE);
        var waiting = proposed(3);

        assertThat(waiting.get(1).draft().dependsOn()).containsExactly(waiting.get(0).number());
        assertThat(waiting.get(1).origin())
                .extracting(Ticket.Origin::session, Ticket.Origin::sequence)
                .containsExactly(SESSION, 7L);
    }

    @Test
    void aDependencyOutsideTheListStagesNothing() throws InterruptedException {
        var result =
                call(
                        "create_ticket",
                        "{\"tickets\":[{\"title\":\"a\"},{\"title\":\"b\",\"dependsOn\":[5]}]}",
                        Duration.ofSeconds(1));

        assertThat(result.isError()).isTrue();
        assertThat(result.text()).contains("The list has the numbers 0 to 1.");
        assertThat(board.list(TicketQuery.board(PROJECT, 10))).isEmpty();
    }

    @Test
    void ticketsThatDependOnEachOtherAreRefused() throws InterruptedException {
        var result =
                call(
                        "create_ticket",
                        "{\"tickets\":[{\"title\":\"a\",\"dependsOn\":[1]},{\"title\":\"b\",\"dependsOn\":[0]}]}",
                        Duration.ofSeconds(1));

        assertThat(result.isError()).isTrue();
        assertThat(board.list(TicketQuery.board(PROJECT, 10))).isEmpty();
    }

    @Test
    void answersPendingBeforeTheCliGivesUp() throws Exception {
        var answer = read(call("create_ticket", THREE, Duration.ofMillis(40)));

        assertThat(answer.path("status").asString()).isEqualTo("pending");
        assertThat(answer.path("tickets").get(0).path("outcome").asString()).isEqualTo("pending");
        var id = answer.path("id").asString();
        var waiting = begin("await_ticket", "{\"id\":\"" + id + "\"}");
        for (var ticket : proposed(3)) {
            board.accept(ticket.number(), it -> it, TicketsSeen.ANY);
        }
        assertThat(read(waiting.get()).path("status").asString()).isEqualTo("decided");
    }

    @Test
    void aRepeatedCallFindsTheFirstOnesProposals() throws InterruptedException {
        var first = read(call("create_ticket", THREE, Duration.ofMillis(40)));
        var again = read(call("create_ticket", THREE, Duration.ofMillis(40)));

        assertThat(again.path("id")).isEqualTo(first.path("id"));
        assertThat(board.list(TicketQuery.board(PROJECT, 10))).hasSize(3);
    }

    @Test
    void aReviewOutlivesParley() throws InterruptedException {
        var id = read(call("create_ticket", THREE, Duration.ofMillis(40))).path("id").asString();
        restart();

        for (var ticket : proposed(3)) {
            board.reject(ticket.number(), null, TicketsSeen.ANY);
        }

        assertThat(reports.before(SESSION)).contains("T1", "T2", "T3", "rejected");
        restart();
        assertThat(reports.before(SESSION)).contains("T1", "T2", "T3", "rejected");
        reports.heard(SESSION);
        assertThat(reports.before(SESSION)).isEmpty();
        assertThat(
                        read(call("await_ticket", "{\"id\":\"" + id + "\"}", Duration.ofMillis(40)))
                                .path("status")
                                .asString())
                .isEqualTo("decided");
    }

    @Test
    void anUnknownProposalIsAnErrorTheAgentCanMend() throws InterruptedException {
        var result = call("await_ticket", "{\"id\":\"p0\"}", Duration.ofMillis(40));

        assertThat(result.isError()).isTrue();
        assertThat(result.text()).contains("There is no proposal");
    }

    @Test
    void anAgentChangesOnlyWhatItsSessionMay() throws InterruptedException {
        var foreign = board.write(PROJECT, TicketDraft.titled("foreign"));
        var arguments = "{\"id\":\"" + foreign.name() + "\",\"column\":\"review\"}";

        assertThat(call("update_ticket", arguments, Duration.ofSeconds(1)).isError()).isTrue();
        sessions.link(foreign.number(), SESSION);
        assertThat(read(call("update_ticket", arguments, Duration.ofSeconds(1))).path("column"))
                .hasToString("\"review\"");
        assertThat(
                        call(
                                        "update_ticket",
                                        "{\"id\":\"T1\",\"column\":\"done\"}",
                                        Duration.ofSeconds(1))
                                .isError())
                .isTrue();
    }

    @Test
    void whatAPersonHasRejectedOrEndedAnAgentDoesNotTakeUpAgain() throws InterruptedException {
        var _ = call("create_ticket", THREE, Duration.ofMillis(40));
        board.reject(3, "no", TicketsSeen.ANY);
        board.accept(1, it -> it, TicketsSeen.ANY);
        board.move(1, TicketState.DONE, null);
        for (var id : List.of("T1", "T3")) {
            var arguments = "{\"id\":\"" + id + "\",\"column\":\"doing\"}";
            var result = call("update_ticket", arguments, Duration.ofSeconds(1));
            assertThat(result.isError()).isTrue();
            assertThat(result.text()).contains("only a person takes it up again");
        }
        assertThat(board.get(3).state()).isEqualTo(TicketState.REJECTED);
        assertThat(board.get(1).state()).isEqualTo(TicketState.DONE);
    }

    @Test
    void anAgentIsToldThoughAnotherOneAskedBefore() throws InterruptedException {
        var id = read(call("create_ticket", THREE, Duration.ofMillis(40))).path("id").asString();
        for (var ticket : proposed(3)) {
            board.reject(ticket.number(), "no", TicketsSeen.ANY);
        }
        var curious = SessionId.random();
        var other = new ToolCaller("codex", Optional.of(curious), PROJECT);

        var answer = call(other, "await_ticket", "{\"id\":\"" + id + "\"}", Duration.ofMillis(40));
        reports.heard(curious);

        assertThat(read(answer).path("status").asString()).isEqualTo("decided");
        assertThat(reports.before(SESSION)).contains("T1", "T2", "T3", "rejected");
    }

    @Test
    void ticketsOfAnotherProjectAreNotThere() throws InterruptedException {
        board.write(PROJECT, TicketDraft.titled("secret"));
        var other = new ToolCaller("codex", Optional.of(SessionId.random()), Path.of("/other"));

        assertThat(call(other, "get_ticket", "{\"id\":\"T1\"}", Duration.ofSeconds(1)).isError())
                .isTrue();
        assertThat(read(call(other, "list_tickets", "{}", Duration.ofSeconds(1))).path("tickets"))
                .isEmpty();
    }

    @Test
    void showsATicketWithItsComments() throws InterruptedException {
        board.write(PROJECT, TicketDraft.titled("t").saying("t", "the body"));
        var _ = call("comment_ticket", "{\"id\":\"t1\",\"text\":\"hm\"}", Duration.ofSeconds(1));

        var json = read(call("get_ticket", "{\"id\":\"1\"}", Duration.ofSeconds(1)));

        assertThat(json.path("body").asString()).isEqualTo("the body");
        assertThat(json.path("comments").get(0).path("by").asString()).isEqualTo("agent");
    }

    @Test
    void listsByColumnAndLabel() throws InterruptedException {
        var first = board.write(PROJECT, TicketDraft.titled("a"));
        board.write(PROJECT, new TicketDraft("b", null, null, null, List.of("x"), null, null));
        board.move(first.number(), TicketState.DONE, null);

        assertThat(read(call("list_tickets", "{}", Duration.ofSeconds(1))).path("tickets"))
                .hasSize(1);
        assertThat(
                        read(call("list_tickets", "{\"column\":\"done\"}", Duration.ofSeconds(1)))
                                .path("tickets"))
                .hasSize(1);
        assertThat(
                        read(call("list_tickets", "{\"label\":\"y\"}", Duration.ofSeconds(1)))
                                .path("tickets"))
                .isEmpty();
    }
}
