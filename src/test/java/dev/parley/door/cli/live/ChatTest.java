package dev.parley.door.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.NewSession;
import dev.parley.base.json.Json;
import dev.parley.door.cli.shared.Console;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.Offer;
import dev.parley.event.Permission;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

class ChatTest {
    private static final NewSession REQUEST = NewSession.with("echo", "/", Permission.ASK);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final EchoSessions echo = new EchoSessions(false);

    private Console console(InputStream in, boolean isInteractive) {
        return new Console(
                in,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                isInteractive);
    }

    private int pipe(EchoSessions to, String text) throws InterruptedException {
        var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        return chat(to, console(in, false), Chat.Input.PIPE, false).play(REQUEST);
    }

    private static Chat chat(EchoSessions to, Console console, Chat.Input input, boolean json) {
        return new Chat(
                to,
                console,
                input,
                new PlainLines(console),
                json,
                provider -> Optional.of("Sign in to " + provider + "."));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /// A person at the keyboard.
    private final class Person implements AutoCloseable {
        final PipedOutputStream keys = new PipedOutputStream();
        final Chat chat;
        final CompletableFuture<Integer> code = new CompletableFuture<>();

        Person() throws IOException {
            chat =
                    chat(
                            echo,
                            console(new PipedInputStream(keys), true),
                            Chat.Input.KEYBOARD,
                            false);
            Thread.startVirtualThread(() -> {
                try {
                    code.complete(chat.play(REQUEST));
                } catch (InterruptedException | RuntimeException e) {
                    code.completeExceptionally(e);
                }
            });
        }

        void type(String line) throws IOException {
            keys.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            keys.flush();
        }

        void sees(String text) {
            Awaitility.await(text)
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> err().contains(text) || out().contains(text));
        }

        int exitCode() throws Exception {
            return code.get(60, TimeUnit.SECONDS);
        }

        /// Ctrl-D.
        void endsInput() throws IOException {
            keys.close();
        }

        @Override
        public void close() throws IOException {
            keys.close();
        }
    }

    @Test
    void linesOfAPipeArePromptsOneAfterTheOther() throws Exception {
        assertEquals(0, pipe(echo, "one\n\ntwö\n"));
        assertEquals("You said one\n\nYou said twö\n", out());
        assertEquals(
                List.of(
                        "{\"type\":\"prompt\",\"text\":\"one\"}",
                        "{\"type\":\"prompt\",\"text\":\"twö\"}",
                        "{\"type\":\"close\"}"),
                echo.actions);
        assertEquals("", err());
    }

    @Test
    void anEmptyPipeEndsAtOnce() throws Exception {
        assertEquals(0, pipe(echo, ""));
        assertEquals(List.of("{\"type\":\"close\"}"), echo.actions);
    }

    @Test
    void aTurnThatFailsIsSeenInTheExitCode() throws Exception {
        assertEquals(1, pipe(echo, "fail\nfine\n"));
        assertEquals("You said fine\n", out());
        assertEquals("parley: It failed\n", err());
    }

    @Test
    void nobodyIsAskedThroughAPipe() throws Exception {
        assertEquals(0, pipe(echo, "ask me\n"));
        assertThat(echo.actions)
                .contains(
                        "{\"type\":\"decide\",\"requestId\":\"q1\",\"decision\":\"deny\",\"reason\":\"Nobody is there to be asked.\"}");
    }

    @Test
    void throughAServerOthersAreAsked() throws Exception {
        var shared = new EchoSessions(true);
        var code = new CompletableFuture<Integer>();
        Thread.startVirtualThread(() -> {
            try {
                code.complete(pipe(shared, "ask me\n"));
            } catch (InterruptedException e) {
                code.completeExceptionally(e);
            }
        });
        Awaitility.await().until(() -> err().contains("parley approvals allow s1:q1"));
        shared.end(EndReason.COMPLETED);
        assertEquals(0, code.get(60, TimeUnit.SECONDS));
    }

    @Test
    void printsEventsAsJson() throws Exception {
        var in = new ByteArrayInputStream("one\n".getBytes(StandardCharsets.UTF_8));
        chat(echo, console(in, false), Chat.Input.PIPE, true).play(REQUEST);
        assertEquals(
                List.of("turn.start", "message.assistant", "turn.end"),
                out().lines()
                        .map(line -> Json.parseObject(line).orElseThrow().path("type").asString())
                        .toList());
    }

    @Test
    void aPersonAnswersQuestionsInEveryWay() throws Exception {
        try (var person = new Person()) {
            person.type("ask 1");
            person.sees("? The agent wants to run this command in /work:\n    rm\n");
            person.sees(
                    "  It calls that: run it\n  Always would allow: exactly this command in /work\n");
            person.type("what");
            person.type("y");
            person.sees("Bash allowed by you");
            person.type("ask 2");
            Awaitility.await().until(() -> echo.turn == 2);
            person.type("a");
            Awaitility.await().until(() -> echo.actions.size() == 4);
            person.type("ask 3");
            Awaitility.await().until(() -> echo.turn == 3);
            person.type("n too risky");
            Awaitility.await().until(() -> echo.actions.size() == 6);
            person.type("ask 4");
            Awaitility.await().until(() -> echo.turn == 4);
            person.type("n");
            person.sees("Why not");
            person.type("");
            Awaitility.await().until(() -> echo.actions.size() == 8);
            person.type("ask 5");
            Awaitility.await().until(() -> echo.turn == 5);
            person.type("e");
            person.sees("{\"command\":\"rm\"}");
            person.type("no json");
            person.sees("That is no JSON.");
            person.type("e");
            person.type("{\"refused\":1}");
            person.sees("It takes no other input.");
            person.type("e");
            person.type("{\"command\":\"ls\"}");
            Awaitility.await().until(() -> echo.actions.size() == 11);
            person.type("/quit");
            assertEquals(0, person.exitCode());
        }
        assertEquals(
                List.of(
                        "{\"type\":\"decide\",\"requestId\":\"q1\",\"decision\":\"allow\"}",
                        "{\"type\":\"decide\",\"requestId\":\"q2\",\"decision\":\"allow_for_session\"}",
                        "{\"type\":\"decide\",\"requestId\":\"q3\",\"decision\":\"deny\",\"reason\":\"too risky\"}",
                        "{\"type\":\"decide\",\"requestId\":\"q4\",\"decision\":\"deny\"}",
                        "{\"type\":\"decide\",\"requestId\":\"q5\",\"decision\":\"allow\",\"input\":{\"command\":\"ls\"}}"),
                echo.actions.stream()
                        .filter(action -> action.contains("decide") && !action.contains("refused"))
                        .toList());
    }

    @Test
    void whatTheAgentSaysMeanwhileWaitsForTheAnswer() throws Exception {
        try (var person = new Person()) {
            person.type("ask and talk");
            person.sees("[n]o");
            Awaitility.await().until(echo.events::isEmpty);
            var before = err();
            person.type("what?");
            Awaitility.await().until(() -> err().length() > before.length());
            // The one thread of the chat has dealt with all that came before the line.
            assertThat(err()).isEqualTo(before + before.substring(before.indexOf("? The agent")));
            assertEquals("", out());
            person.type("y");
            person.sees("parley: Something else");
            person.type("/quit");
            assertEquals(0, person.exitCode());
        }
        assertEquals("? Bash: git status\n", out());
    }

    @Test
    void anotherInputIsOfferedOnlyWhereTheAgentTakesOne() throws Exception {
        echo.capabilities = List.of();
        try (var person = new Person()) {
            person.type("ask 1");
            person.sees("[y]es, [a]lways in this session, [n]o");
            person.type("e");
            person.type("y");
            person.sees("Bash allowed by you");
            person.type("/quit");
            assertEquals(0, person.exitCode());
        }
        assertThat(err()).doesNotContain("[e]dit").doesNotContain("as JSON in one line");
    }

    @Test
    void commandsOfTheAgentAreSaidToIt() throws Exception {
        assertEquals(0, pipe(echo, "/compact now\n"));
        assertEquals("You said /compact now\n", out());
        var theirs = new Offer.Command("review", null, null);
        echo.offer = new Offer(List.of(theirs), null, null, null);
        assertEquals(1, pipe(echo, "/review\n/nonsense\n"));
        assertEquals("You said /compact now\nYou said /review\n", out());
        assertThat(err()).contains("There is no command /nonsense here.");
    }

    @Test
    void anApprovalAnsweredElsewhereBeginsALine() throws Exception {
        try (var person = new Person()) {
            person.type("ask 1");
            person.sees("[n]o");
            echo.events.add(new Event.ApprovalAnswered("q1", "Bash", true, "the page"));
            person.sees("\n· Bash allowed by the page\n");
            person.type("/quit");
            assertEquals(0, person.exitCode());
        }
    }

    @Test
    void anErrorBehindHalfALineBeginsOneOfItsOwn() throws Exception {
        try (var person = new Person()) {
            person.type("hang");
            Awaitility.await().until(() -> echo.turn == 1);
            echo.events.add(new Event.AssistantStreamed("half a li", "m"));
            person.sees("half a li");
            person.type("/mode yolo");
            person.sees("There is no mode");
            assertThat(out()).isEqualTo("half a li\n");
            person.type("/quit");
            assertEquals(0, person.exitCode());
        }
    }

    @Test
    void commandsAreNotSaidToTheAgent() throws Exception {
        echo.offer =
                new Offer(
                        null,
                        List.of(
                                new Offer.ModelChoice("big", null, true),
                                new Offer.ModelChoice("small", null, false)),
                        null,
                        null);
        try (var person = new Person()) {
            person.type("/help");
            person.sees("/model NAME");
            person.type("/modle");
            person.sees("There is no command /modle here.");
            person.sees("Did you mean /mode or /model? //modle says it to the agent anyway.");
            person.type("/login");
            person.sees("Sign in to echo. Then go on here.");
            person.type("/model");
            person.sees("Say /model and one of: big, small");
            person.type("/model big");
            person.sees("· model big");
            person.type("/mode yolo");
            person.sees("parley: There is no mode \"yolo\".");
            person.sees("/mode bypass is what you mean.");
            person.type("/mode plan");
            person.type("//compact");
            person.sees("You said /compact");
            person.keys.close();
            assertEquals(0, person.exitCode());
        }
        assertEquals(
                List.of(
                        "{\"type\":\"switchModel\",\"model\":\"big\"}",
                        "{\"type\":\"switchMode\",\"permission\":\"plan\"}",
                        "{\"type\":\"prompt\",\"text\":\"/compact\"}",
                        "{\"type\":\"close\"}"),
                echo.actions);
        assertThat(err()).contains("parley chat --resume s1");
    }

    @Test
    void ctrlCInterruptsATurnAndTwiceEndsTheChat() throws Exception {
        try (var person = new Person()) {
            person.type("hang");
            Awaitility.await().until(() -> echo.turn == 1);
            person.chat.interrupt();
            person.sees("· interrupted");
            person.chat.interrupt();
            assertEquals(130, person.exitCode());
        }
        assertThat(echo.actions)
                .containsSubsequence("{\"type\":\"interrupt\"}", "{\"type\":\"close\"}");
    }

    @Test
    void ctrlCWithoutATurnSaysHowToEnd() throws Exception {
        try (var person = new Person()) {
            person.sees("> ");
            person.chat.interrupt();
            person.sees("Ctrl-C once more ends the session.");
            person.chat.interrupt();
            assertEquals(130, person.exitCode());
        }
    }
}
