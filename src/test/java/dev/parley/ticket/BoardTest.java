package dev.parley.ticket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Ticket;
import dev.parley.api.TicketDraft;
import dev.parley.api.TicketQuery;
import dev.parley.api.TicketState;
import dev.parley.base.problem.Problem;
import dev.parley.tool.ToolCall;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

class BoardTest extends BoardCase {
    private Ticket write(String title) throws InterruptedException {
        return board.write(PROJECT, TicketDraft.titled(title));
    }

    private List<String> titles(TicketState column) throws InterruptedException {
        return board.list(new TicketQuery(PROJECT, Set.of(column), 1000)).stream()
                .map(one -> one.draft().title())
                .toList();
    }

    @Test
    void aTicketComesBackAsItWasWritten() throws InterruptedException {
        var first = write("First");
        var draft =
                new TicketDraft(
                        "Title",
                        "Body\n```\n\u0000\n```",
                        TicketDraft.Kind.BUG,
                        TicketDraft.Priority.URGENT,
                        List.of("a", "b"),
                        List.of(first.number()),
                        List.of("src/Main.java"));

        var written = board.write(PROJECT, draft);
        restart();

        assertThat(board.get(written.number())).isEqualTo(written);
        assertThat(written.draft()).isEqualTo(draft);
        assertThat(written.state()).isEqualTo(TicketState.READY);
    }

    @Test
    void keepsTheOrderThatMovesMake() throws InterruptedException {
        var a = write("a");
        var b = write("b");
        var c = write("c");

        board.move(c.number(), TicketState.READY, a.number());
        board.move(a.number(), TicketState.READY, null);
        restart();

        assertThat(titles(TicketState.READY)).containsExactly("c", "b", "a");
        board.move(b.number(), TicketState.DOING, null);
        assertThat(titles(TicketState.READY)).containsExactly("c", "a");
        assertThat(titles(TicketState.DOING)).containsExactly("b");
    }

    @Test
    void movesAtTheSameTimeLoseNothing() throws Exception {
        var tickets = new ArrayList<Ticket>();
        for (var i = 0; i < 20; i++) {
            tickets.add(write("n" + i));
        }
        var first = tickets.getFirst();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var moves = new ArrayList<Callable<Ticket>>();
            for (var ticket : tickets.subList(1, 20)) {
                moves.add(() -> board.move(ticket.number(), TicketState.READY, first.number()));
            }
            for (var move : threads.invokeAll(moves)) {
                move.get();
            }
        }
        var list = board.list(TicketQuery.board(PROJECT, 100));
        assertThat(list).hasSize(20);
        assertThat(list).extracting(Ticket::rank).doesNotHaveDuplicates();
        assertThat(list.getLast()).isEqualTo(first);
    }

    @Test
    void aMoveBeforeANeighbourThatLeftGoesToTheEnd() throws InterruptedException {
        var a = write("a");
        var b = write("b");
        board.move(a.number(), TicketState.DONE, null);

        board.move(b.number(), TicketState.DOING, a.number());

        assertThat(titles(TicketState.DOING)).containsExactly("b");
    }

    @Test
    void dependenciesMustBeThereAndNotLeadBack() throws InterruptedException {
        var a = write("a");
        var b = board.write(PROJECT, TicketDraft.titled("b").dependingOn(List.of(a.number())));

        assertThatThrownBy(() ->
                        board.edit(a.number(), draft -> draft.dependingOn(List.of(b.number()))))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("would depend on itself");
        assertThatThrownBy(() -> board.edit(a.number(), draft -> draft.dependingOn(List.of(999L))))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("There is no ticket T999");
        assertThat(board.openDependencies(List.of(b))).containsExactly(a.number());
        board.move(a.number(), TicketState.DONE, null);
        assertThat(board.openDependencies(List.of(b))).isEmpty();
    }

    @Test
    void refusesWhatNoBoardCanShow() {
        for (var draft :
                List.of(
                        TicketDraft.titled(" "),
                        TicketDraft.titled("x".repeat(201)),
                        TicketDraft.titled("x").saying("x", "y".repeat(70_000)))) {
            assertThatThrownBy(() -> board.write(PROJECT, draft)).isInstanceOf(Problem.class);
        }
    }

    @Test
    void commentsStayInTheirOrder() throws InterruptedException {
        var ticket = write("a");
        board.comment(ticket.number(), "one", null);
        board.comment(ticket.number(), "two", SESSION);
        restart();

        assertThat(board.comments(ticket.number()))
                .extracting(comment -> comment.text() + " " + comment.session())
                .containsExactly("one null", "two " + SESSION);
        assertThatThrownBy(() -> board.comment(999, "x", null)).isInstanceOf(Problem.class);
    }

    @Test
    void aProposalIsNotMovedButDecided() throws InterruptedException {
        var proposed =
                proposals
                        .stage(
                                CALLER,
                                PROJECT,
                                new ToolCall.Moment("t1", 7),
                                List.of(
                                        new Proposals.Suggestion(
                                                TicketDraft.titled("x"), List.of())))
                        .tickets()
                        .getFirst();

        assertThatThrownBy(() -> board.move(proposed.number(), TicketState.DOING, null))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("is a proposal");
        board.reject(proposed.number(), "no");
        assertThatThrownBy(() -> board.accept(proposed.number(), null))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("decided already");
        assertThat(board.list(TicketQuery.board(PROJECT, 10))).isEmpty();
    }

    @Test
    void tellsOfEveryChangeAfterItIsStored() throws InterruptedException {
        var told = new ArrayList<String>();
        try (var _ = board.onChange(ticket -> told.add(ticket.name() + " " + ticket.state()))) {
            var ticket = write("a");
            board.move(ticket.number(), TicketState.DOING, null);
        }
        write("b");

        assertThat(told).containsExactly("T1 READY", "T1 DOING");
    }
}
