package dev.parley.work.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.problem.Problem;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.testing.Processes;
import dev.parley.testing.StubAgent;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;

class OneShotTest {
    private static final String HELLO =
            """
            {"type":"system","subtype":"init","session_id":"s-1","model":"m"}
            {"type":"assistant","message":{"id":"1","content":[{"type":"text","text":"Hello"}]}}
            {"type":"result","is_error":false,"usage":{"input_tokens":3,"output_tokens":2}}\
            """;

    @TempDir Path directory;

    private static String printing(String lines) {
        return "cat <<'END'\n" + lines + "\nEND";
    }

    /// Whatever an agent does, a run ends with one failure and one end, and nothing of it lives on.
    private static void assertOneFailure(StubAgent agent, Outcome outcome, EndReason reason) {
        assertEquals(reason, outcome.reason());
        assertEquals(1, agent.fatalFailures().size(), () -> agent.events().toString());
        assertEquals(agent.fatalFailures().getFirst(), outcome.failure().orElseThrow());
        assertTrue(agent.events().getFirst() instanceof Event.SessionStarted);
        assertTrue(agent.events().getLast() instanceof Event.SessionEnded);
    }

    @Test
    void tellsAWholeTurnInNumberedEvents() throws Exception {
        try (var agent = new StubAgent(directory, "CLAUDE", "cat > prompt; " + printing(HELLO))) {
            var outcome = agent.run("say hello");
            assertEquals(EndReason.COMPLETED, outcome.reason());
            assertEquals("Hello", outcome.answer());
            assertEquals("s-1", outcome.sessionId().orElseThrow());
            assertEquals(3, outcome.usage().orElseThrow().inputTokens());
            assertEquals("say hello", Files.readString(directory.resolve("prompt")));
            assertThat(agent.envelopes().stream().map(Envelope::sequenceNumber))
                    .containsExactlyElementsOf(LongStream.rangeClosed(1, 5).boxed().toList());
            assertThat(agent.events().stream().map(event -> event.getClass().getSimpleName()))
                    .containsExactly(
                            "SessionStarted",
                            "UserSaid",
                            "AssistantSaid",
                            "TokensUsed",
                            "SessionEnded");
            assertEquals(new Event.SessionEnded(EndReason.COMPLETED, 0), agent.events().getLast());
        }
    }

    @Test
    void keepsRawWhatItCannotParse() throws Exception {
        var noise = "not json\n[1,2\n{\"type\":\"news\"}\n" + HELLO;
        try (var agent = new StubAgent(directory, "CLAUDE", printing(noise))) {
            assertEquals(EndReason.COMPLETED, agent.run("x").reason());
            assertThat(agent.events())
                    .contains(
                            new Event.Unrecognized("not json", "not a JSON object"),
                            new Event.Unrecognized("[1,2", "not a JSON object"),
                            new Event.Unrecognized("{\"type\":\"news\"}", "message type news"));
        }
    }

    @Test
    void garbageWithoutAnAnswerIsOneFailure() throws Exception {
        try (var agent = new StubAgent(directory, "CLAUDE", "head -c 100000 /dev/urandom")) {
            assertOneFailure(agent, agent.run("x"), EndReason.ERROR);
        }
    }

    @Test
    void halfALineIsKeptAndTheRunFails() throws Exception {
        try (var agent = new StubAgent(directory, "CLAUDE", "printf '{\"type\":\"assis'")) {
            assertOneFailure(agent, agent.run("x"), EndReason.ERROR);
            assertThat(agent.events())
                    .contains(new Event.Unrecognized("{\"type\":\"assis", "not a JSON object"));
        }
    }

    @Test
    void aHundredMegabytesWithoutALineEndHitTheLimit() throws Exception {
        try (var agent =
                new StubAgent(directory, "CLAUDE", "head -c 104857600 /dev/zero | tr '\\0' x")) {
            assertOneFailure(agent, agent.run("x"), EndReason.OUTPUT_LIMIT);
        }
    }

    /// Six megabytes in pieces, in a message, and in the result: eighteen in all, of ten allowed.
    @Test
    void whatAProtocolRepeatsCountsOnce() throws Exception {
        try (var agent =
                new StubAgent(
                        directory,
                        "CLAUDE",
                        """
                        x=$(head -c 1000000 /dev/zero | tr '\\0' x)
                        echo '{"type":"system","subtype":"init","session_id":"s"}'
                        for i in 1 2 3 4 5 6; do
                          echo '{"type":"stream_event","api_message_id":"m","event":{"type":"content_block_delta","delta":{"type":"text_delta","text":"'$x'"}}}'
                        done
                        echo '{"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"'$x$x$x$x$x$x'"}]}}'
                        echo '{"type":"result","subtype":"success","is_error":false,"result":"'$x$x$x$x$x$x'"}'
                        """)) {
            var outcome = agent.run("x");
            assertEquals(EndReason.COMPLETED, outcome.reason());
            assertEquals(6_000_000, outcome.answer().length());
        }
    }

    @Test
    void anAgentThatSaysTooMuchIsEnded() throws Exception {
        try (var agent =
                new StubAgent(
                        directory,
                        "TEXT",
                        "while :; do head -c 100000 /dev/zero | tr '\\0' x; echo; done")) {
            assertOneFailure(agent, agent.run("x"), EndReason.OUTPUT_LIMIT);
        }
    }

    @Test
    void dyingAtOnceIsToldWithTheLastWords() throws Exception {
        try (var agent = new StubAgent(directory, "CODEX", "echo 'out of luck' >&2; exit 9")) {
            assertOneFailure(agent, agent.run("x"), EndReason.ERROR);
            assertEquals(
                    Event.Failed.fatal("out of luck", "exit_9"), agent.fatalFailures().getFirst());
            assertEquals(new Event.SessionEnded(EndReason.ERROR, 9), agent.events().getLast());
        }
    }

    @Test
    void neverEndingHitsTheTimeoutAndKeepsWhatWasSaid() throws Exception {
        var limits = new Limits(Duration.ofMillis(500), 1_000_000);
        var script =
                printing(HELLO.lines().limit(2).reduce("", (a, b) -> a + "\n" + b))
                        + "\ntrap '' TERM; while :; do sleep 1; done";
        try (var agent = new StubAgent(directory, "CLAUDE", limits, script)) {
            var outcome = agent.run("x");
            assertOneFailure(agent, outcome, EndReason.TIMEOUT);
            assertEquals("Hello", outcome.answer());
            assertEquals("timeout", agent.fatalFailures().getFirst().code());
        }
    }

    @Test
    void closingItsOutputAndLivingOnEndsTheRun() throws Exception {
        try (var agent =
                new StubAgent(
                        directory, "CLAUDE", "exec >/dev/null 2>&1; while :; do sleep 1; done")) {
            assertOneFailure(agent, agent.run("x"), EndReason.ERROR);
        }
    }

    @Test
    void anAgentWaitingForMoreInputGetsItsEnd() throws Exception {
        try (var agent =
                new StubAgent(
                        directory,
                        "CLAUDE",
                        "while read -r line; do :; done; " + printing(HELLO))) {
            assertEquals(EndReason.COMPLETED, agent.run("a\nb\nc").reason());
        }
    }

    @Test
    void anotherSessionThanTheOneAskedForIsAFailureAtOnce() throws Exception {
        try (var agent =
                new StubAgent(
                        directory,
                        "CLAUDE",
                        printing(HELLO.lines().findFirst().orElseThrow())
                                + "; while :; do sleep 1; done")) {
            var outcome = agent.resume("s-0", "x");
            assertOneFailure(agent, outcome, EndReason.ERROR);
            assertEquals("session_not_found", outcome.failure().orElseThrow().code());
        }
    }

    @Test
    void interruptingTheThreadEndsTheWholeTree() throws Exception {
        var script =
                "(trap '' TERM; while :; do sleep 1; done) & echo $! > child; "
                        + "while :; do sleep 1; done";
        try (var agent = new StubAgent(directory, "CLAUDE", script)) {
            var outcome = new AtomicReference<Outcome>();
            var runner =
                    Thread.startVirtualThread(() -> {
                        try {
                            outcome.set(agent.run("x"));
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    });
            var child = directory.resolve("child");
            Awaitility.await()
                    .until(() -> Files.exists(child) && !Files.readString(child).isBlank());
            runner.interrupt();
            runner.join();
            assertOneFailure(agent, outcome.get(), EndReason.INTERRUPTED);
            Processes.awaitEnd(Long.parseLong(Files.readString(child).strip()));
        }
    }

    @Test
    void aListenerThatIsGoneEndsTheAgent() throws Exception {
        try (var agent =
                new StubAgent(
                        directory,
                        "CLAUDE",
                        "echo $$ > pid; " + printing(HELLO) + "; while :; do sleep 1; done")) {
            var outcome =
                    agent.runTelling(
                            "x",
                            envelope -> {
                                throw new IllegalStateException("gone");
                            });
            assertEquals(EndReason.INTERRUPTED, outcome.reason());
            Processes.awaitEnd(Long.parseLong(Files.readString(directory.resolve("pid")).strip()));
        }
    }

    @Test
    void plainTextIsAnAnswerToo() throws Exception {
        try (var agent =
                new StubAgent(
                        directory, "TEXT", printing("thinking aloud\n\nThe answer\nis 42."))) {
            assertEquals("The answer\nis 42.", agent.run("x").answer());
        }
    }

    @Test
    void anEmptyPromptAMissingDirectoryAndAnUnknownModeAreRefusedBeforeAnythingStarts() {
        try (var agent = new StubAgent(directory, "TEXT", "touch started")) {
            assertThrows(Problem.class, () -> agent.run("  "));
            assertEquals(List.of(), agent.envelopes());
            assertTrue(Files.notExists(directory.resolve("started")));
        }
    }
}
