package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.SessionState;
import dev.parley.process.Self;
import dev.parley.provider.claude.ClaudeDialect;
import dev.parley.store.OwnerProcess;
import dev.parley.testing.Processes;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Agents that write more than anybody can take.
@Timeout(180)
class FloodTest {
    private static final long MEGABYTE = 1024L * 1024;

    @TempDir Path directory;

    @Test
    void aLineWithoutEndEndsTheAgentAndTheNextPromptGoesOnWithTheSession() throws Exception {
        try (var stub = new LiveStub(directory, LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("endless");
            stub.await(id, info -> info.state() == SessionState.IDLE && !info.isWarm());
            var nativeId = stub.sessions.info(id).nativeId();
            assertEquals(
                    """
                    session.start
                    user endless
                    turn.start prompt
                    warning output_limit
                    turn.end error\
                    """,
                    stub.story(id));
            Processes.awaitEnd(stub.pids().getFirst());
            stub.say(id, "again");
            stub.await(id, info -> info.state() == SessionState.IDLE && info.isWarm());
            assertThat(stub.story(id)).endsWith("said echo again\nturn.end completed");
            assertThat(stub.heard()).contains("join " + nativeId + " ");
        }
    }

    @Test
    void oneThatNeverBeginsIsNotStartingForEver() throws Exception {
        var agent = "head -c 40000000 /dev/zero; sleep 1000";
        try (var stub = new LiveStub(directory, LiveStub.Setup.PLAIN, OwnerProcess.self(), agent)) {
            var id = stub.startSaying("hello");
            stub.say(id, "and");
            stub.await(id, SessionState.ERROR);
            assertThat(stub.sessions.events(id, 0, 100).toString())
                    .contains("It wrote a line of more than 16 MB.");
            assertThat(stub.story(id))
                    .endsWith("failure output_limit\nturn.end error\nturn.end error");
        }
    }

    /// The dialect reports the end of the process as well, with an exit code that says nothing.
    @Test
    void aTurnThatIsEndedForALineHasOneError() throws Exception {
        Files.writeString(directory.resolve("step"), "answer");
        Files.writeString(directory.resolve("lie"), "head -c 40000000 /dev/zero; sleep 1000");
        try (var stub =
                new LiveStub(
                        directory,
                        LiveStub.Setup.PLAIN,
                        OwnerProcess.self(),
                        LyingAgents.CLAUDE,
                        ClaudeDialect::new)) {
            var id = stub.startSaying("hello");
            stub.await(id, info -> info.state() == SessionState.IDLE && !info.isWarm());
            assertThat(stub.story(id))
                    .contains("output_limit\nturn.end error")
                    .doesNotContain("exit_", "process_ended");
        }
    }

    @Test
    void aNeighbourIsAnsweredMeanwhile() throws Exception {
        try (var stub = new LiveStub(directory, LiveStub.Setup.PLAIN)) {
            var loud = stub.startSaying("flood 100000 1000000");
            stub.await(loud, info -> info.lastSequence() > 5);
            var quiet = stub.startSaying("hello");
            stub.await(quiet, SessionState.IDLE);
            for (var turn = 0; turn < 20; turn++) {
                stub.say(quiet, "and now?");
                stub.await(quiet, SessionState.IDLE);
            }
            assertEquals(SessionState.RUNNING, stub.sessions.info(loud).state());
            stub.sessions.close(loud);
            Processes.awaitEnd(stub.pids().getFirst());
        }
    }

    @Test
    void whatALineSaysIsStoredOnce() throws Exception {
        var letters = 8 * MEGABYTE;
        try (var stub = new LiveStub(directory, LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("flood 1 " + letters);
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id)).hasSizeGreaterThan((int) letters);
        }
        try (var files = Files.list(directory)) {
            var stored =
                    files.filter(file -> file.getFileName().toString().startsWith("parley.db"))
                            .mapToLong(FloodTest::size)
                            .sum();
            assertThat(stored).isBetween(letters, letters + MEGABYTE);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Half a gigabyte of medium lines, and some of the longest, with a follower that does not read
    /// and one that comes later.
    @Test
    void aFloodIsHeldUpInsteadOfKeptInMemory() throws Exception {
        var command = new ArrayList<>(Self.command());
        command.removeIf(word -> word.startsWith("-Xm"));
        command.set(command.size() - 1, Flooded.class.getName());
        command.add(1, "-Xmx224m");
        command.add(directory.toString());
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(said).endsWith("263 events, IDLE\n");
        assertEquals(0, process.waitFor());
    }

    /// A Parley with little memory.
    static final class Flooded {
        private Flooded() {}

        public static void main(String[] args) throws Exception {
            try (var stub = new LiveStub(Path.of(args[0]), LiveStub.Setup.PLAIN)) {
                var id = stub.start();
                var lazy = stub.sessions.follow(id, 0);
                for (var prompt : List.of("flood 250 2000000", "flood 6 16000000")) {
                    stub.say(id, prompt);
                    stub.await(id, info -> info.state() == SessionState.IDLE);
                }
                var last = stub.sessions.info(id).lastSequence();
                var read = 0;
                while (lazy.next().orElseThrow().sequence() < last) {
                    read++;
                }
                System.out.println(read + 1 + " events, " + stub.sessions.info(id).state());
            }
        }
    }
}
