package dev.parley.ticket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.SessionId;
import dev.parley.api.Ticket;
import dev.parley.api.TicketDraft;
import dev.parley.api.TicketQuery;
import dev.parley.api.TicketState;
import dev.parley.api.TicketsSeen;
import dev.parley.base.problem.Problem;
import dev.parley.event.Usage;
import dev.parley.store.sqlite.Database;
import dev.parley.store.sqlite.SqliteTicketStore;
import dev.parley.tool.ToolCall;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;

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
                        board.edit(
                                a.number(),
                                draft -> draft.dependingOn(List.of(b.number())),
                                TicketsSeen.ANY))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("would depend on itself");
        assertThatThrownBy(() ->
                        board.edit(
                                a.number(),
                                draft -> draft.dependingOn(List.of(999L)),
                                TicketsSeen.ANY))
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
        board.reject(proposed.number(), "no", TicketsSeen.ANY);
        assertThatThrownBy(() -> board.accept(proposed.number(), it -> it, TicketsSeen.ANY))
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

    @Test
    void tenThousandMovesIntoTheSameGapKeepTheOrderAndShortRanks() throws InterruptedException {
        var first = write("first");
        var a = write("a");
        var b = write("b");
        var last = write("last");
        for (var i = 0; i < 5000; i++) {
            // Each time right behind the first: the gap halves with every move.
            board.move(a.number(), TicketState.READY, b.number());
            board.move(b.number(), TicketState.READY, a.number());
        }

        assertThat(titles(TicketState.READY)).containsExactly("first", "b", "a", "last");
        assertThat(board.list(TicketQuery.board(PROJECT, 10)))
                .allSatisfy(ticket -> assertThat(ticket.rank()).hasSizeLessThan(50));
        assertThat(board.get(first.number()).state()).isEqualTo(TicketState.READY);
        assertThat(board.get(last.number()).state()).isEqualTo(TicketState.READY);
    }

    @Test
    void aListGoesOnBehindATicket() throws InterruptedException {
        for (var i = 0; i < 5; i++) {
            write("n" + i);
        }
        board.move(2, TicketState.DOING, null);
        board.move(1, TicketState.READY, null);
        var states = TicketQuery.open();

        var all = new ArrayList<String>();
        Long after = null;
        while (true) {
            var page = board.list(new TicketQuery(PROJECT, states, null, after, 2));
            if (page.isEmpty()) {
                break;
            }
            page.forEach(one -> all.add(one.draft().title()));
            after = page.getLast().number();
        }

        assertThat(all).containsExactly("n2", "n3", "n4", "n0", "n1");
        var unknown = new TicketQuery(PROJECT, states, null, 99L, 2);
        assertThatThrownBy(() -> board.list(unknown)).isInstanceOf(Problem.class);
    }

    @Test
    void labelsAreFoundExactly() throws InterruptedException {
        board.write(PROJECT, new TicketDraft("a", null, null, null, List.of("a\"x"), null, null));
        board.write(PROJECT, new TicketDraft("b", null, null, null, List.of("x"), null, null));

        assertThat(board.list(new TicketQuery(null, TicketQuery.open(), "x", null, 10)))
                .extracting(one -> one.draft().title())
                .containsExactly("b");
    }

    private List<Ticket> staged(String... titles) throws InterruptedException {
        var suggestions =
                Arrays.stream(titles)
                        .map(title ->
                                new Proposals.Suggestion(TicketDraft.titled(title), List.of()))
                        .toList();
        return proposals
                .stage(CALLER, PROJECT, new ToolCall.Moment("t1", 7), suggestions)
                .tickets();
    }

    @Test
    void aWholeCallIsDecidedAtOnce() throws InterruptedException {
        var tickets = staged("a", "b", "c");
        var proposal = tickets.getFirst().origin().proposal();
        board.reject(tickets.get(1).number(), "no", TicketsSeen.ANY);

        // One of them says something else by now, or was not among those that were read.
        var first = tickets.get(0).number();
        var third = tickets.get(2).number();
        board.editByAgent(third, draft -> draft.saying("other", ""), _ -> {});
        for (var seen :
                List.of(Map.of(first, 1L, third, 1L), Map.of(first, 1L), Map.of(third, 2L))) {
            assertThatThrownBy(() -> board.acceptAll(proposal, new TicketsSeen(seen)))
                    .isInstanceOf(Problem.class);
            assertThatThrownBy(() -> board.rejectAll(proposal, null, new TicketsSeen(seen)))
                    .isInstanceOf(Problem.class);
        }
        assertThat(board.acceptAll(proposal, new TicketsSeen(Map.of(first, 1L, third, 2L))))
                .extracting(Ticket::state)
                .containsExactly(TicketState.READY, TicketState.REJECTED, TicketState.READY);
        assertThatThrownBy(() -> board.rejectAll(proposal, null, TicketsSeen.ANY))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("decided already");
        assertThatThrownBy(() -> board.acceptAll("p1", TicketsSeen.ANY))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("There is no proposal");
    }

    @Test
    void oneOfManyThatDecideAtTheSameTimeWins() throws Exception {
        var ticket = staged("a").getFirst();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var decisions = new ArrayList<Callable<Ticket>>();
            for (var i = 0; i < 20; i++) {
                var reason = "r" + i;
                decisions.add(() -> board.reject(ticket.number(), reason, TicketsSeen.ANY));
                decisions.add(() -> board.accept(ticket.number(), it -> it, TicketsSeen.ANY));
            }
            var won = 0;
            for (var decision : threads.invokeAll(decisions)) {
                won += decision.state() == Future.State.SUCCESS ? 1 : 0;
            }
            assertThat(won).isEqualTo(1);
        }
    }

    @Test
    void aProposalThatAPersonEditedSaysSoWhenItIsAccepted() throws InterruptedException {
        var ticket = staged("a").getFirst();

        board.edit(ticket.number(), draft -> draft.saying("b", "c"), TicketsSeen.ANY);

        assertThat(board.accept(ticket.number(), it -> it, TicketsSeen.ANY).isEdited()).isTrue();
    }

    @Test
    void likelyDuplicatesAreHinted() throws InterruptedException {
        var known = write("Mend the flaky retry of uploads");
        var done = write("Flaky retry of uploads");
        board.move(done.number(), TicketState.DONE, null);
        board.write(Path.of("/other"), TicketDraft.titled("Mend the flaky retry of uploads"));

        var tickets = staged("Fix flaky retry in uploads", "Write the manual");

        assertThat(tickets.get(0).origin().similar()).containsExactly(known.number());
        assertThat(tickets.get(1).origin().similar()).isEmpty();
    }

    @Test
    void aTicketFollowsItsSessionUntilAPersonMovesIt() throws InterruptedException {
        var ticket = write("a");
        var number = ticket.number();

        assertThat(sessions.link(number, SESSION).state()).isEqualTo(TicketState.DOING);
        sessions.follow(SESSION, TicketState.REVIEW);
        assertThat(board.get(number).state()).isEqualTo(TicketState.REVIEW);
        sessions.follow(SESSION, TicketState.DOING);
        assertThat(board.get(number).state()).isEqualTo(TicketState.DOING);
        board.move(number, TicketState.READY, null);
        sessions.follow(SESSION, TicketState.REVIEW);
        assertThat(board.get(number).state()).isEqualTo(TicketState.READY);
        var other = SessionId.random();
        sessions.link(number, other);
        board.move(number, TicketState.DONE, null);
        sessions.follow(other, TicketState.DOING);
        assertThat(board.get(number).state()).isEqualTo(TicketState.DONE);
    }

    @Test
    void tokensAreCountedOnce() throws InterruptedException {
        var ticket = write("a");
        sessions.link(ticket.number(), SESSION);

        sessions.count(SESSION, 0, 10, new Usage(5, 3, null, null, 0.5));
        sessions.count(SESSION, 0, 10, new Usage(5, 3, null, null, 0.5)); // somebody else, too
        sessions.count(SESSION, 10, 12, new Usage(1, 1, 7L, null, null));
        restart();

        assertThat(sessions.of(ticket.number()))
                .extracting(link -> link.used())
                .containsExactly(new Usage(6, 4, 7L, null, 0.5));
    }

    @Test
    void changesOfAnotherParleyAreSeenToo() throws InterruptedException {
        write("before");
        var seen = new LinkedBlockingQueue<Ticket>();
        try (var other = new Database(directory.resolve("parley.db"));
                var _ = new BoardWatch(board).watch(seen::addAll)) {
            new Board(new SqliteTicketStore(other), Clock.systemUTC())
                    .write(PROJECT, TicketDraft.titled("from elsewhere"));

            assertThat(seen.take().draft().title()).isEqualTo("from elsewhere");
            write("from here");
            assertThat(seen.take().draft().title()).isEqualTo("from here");
        }
    }
}
