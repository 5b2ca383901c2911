package dev.parley.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/// Who may write to a native session.
class SessionWritersTest {
    private static final SessionKey SESSION = new SessionKey("claude", "../a b:c");

    @TempDir Path directory;

    private SessionWriters writers() {
        return new SessionWriters(directory.resolve("writers"));
    }

    @Test
    void aSecondWriterIsRefusedUntilTheFirstIsDone() {
        var first = writers().claim(SESSION, SessionWriters.Kind.RUN);
        var problem =
                assertThrows(
                        Problem.class,
                        () -> writers().claim(SESSION, SessionWriters.Kind.LIVE, "s1"));
        assertEquals(Problem.Kind.BUSY, problem.kind());
        assertThat(problem.message())
                .contains("claude:../a b:c is in use", "process " + ProcessHandle.current().pid());
        assertThrows(Problem.class, () -> writers().check(SESSION));
        first.close();
        assertDoesNotThrow(() -> writers().check(SESSION));
        writers().claim(SESSION, SessionWriters.Kind.LIVE, "s1").close();
    }

    @Test
    void whoHasItMayClaimItAgainAndOnlyHeGivesItBack() {
        writers().claim(SESSION, SessionWriters.Kind.LIVE, "s1");
        assertDoesNotThrow(() -> writers().claim(SESSION, SessionWriters.Kind.LIVE, "s1"));
        writers().release(SESSION, SessionWriters.Kind.LIVE, "s2");
        var problem = assertThrows(Problem.class, () -> writers().check(SESSION));
        assertThat(problem.remedy()).contains("parley chat --resume s1");
        writers().release(SESSION, SessionWriters.Kind.LIVE, "s1");
        assertDoesNotThrow(() -> writers().check(SESSION));
    }

    /// What a claim was made for could not be stored, and meanwhile the same session made another.
    @Test
    void anEarlierClaimDoesNotGiveALaterOneBack() {
        var writers = writers();
        var earlier = writers.claim(SESSION, SessionWriters.Kind.LIVE, "s1");
        var later = writers.claim(SESSION, SessionWriters.Kind.LIVE, "s1");
        earlier.close();
        assertThrows(Problem.class, () -> writers.check(SESSION));
        later.close();
        assertDoesNotThrow(() -> writers.check(SESSION));
        later.close();
        writers.claim(SESSION, SessionWriters.Kind.LIVE, "s1");
        earlier.close();
        later.close();
        assertThrows(Problem.class, () -> writers.check(SESSION));
    }

    /// Codex takes both for one session.
    @Test
    void anIdInCapitalsIsNoOtherSession() {
        var id = "019a8f0c-1b2d-7c3e-8f4a-5b6c7d8e9fab";
        var shouted = new SessionKey("codex", id.toUpperCase(Locale.ROOT));
        var claim = writers().claim(new SessionKey("codex", id), SessionWriters.Kind.RUN);
        assertThrows(Problem.class, () -> writers().claim(shouted, SessionWriters.Kind.RUN));
        assertThrows(Problem.class, () -> writers().check(shouted));
        claim.close();
        assertDoesNotThrow(() -> writers().check(shouted));
    }

    @Test
    void anotherSessionIsFree() {
        writers().claim(SESSION, SessionWriters.Kind.TERMINAL);
        assertDoesNotThrow(() ->
                writers()
                        .claim(
                                new SessionKey("codex", SESSION.nativeId()),
                                SessionWriters.Kind.RUN));
    }

    @Test
    void theClaimOfAProcessThatIsGoneDoesNotCount() throws Exception {
        var dead = new SessionWriters(directory.resolve("writers"), "999999999-1-0");
        dead.claim(SESSION, SessionWriters.Kind.RUN);
        assertDoesNotThrow(() -> writers().check(SESSION));
        writers().cleanUp();
        try (var files = Files.list(directory.resolve("writers"))) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactly("lock");
        }
        writers().claim(SESSION, SessionWriters.Kind.RUN);
        // It comes back to life no more.
        dead.release(SESSION, SessionWriters.Kind.RUN, "any");
        assertThrows(Problem.class, () -> writers().check(SESSION));
    }

    @Test
    void aFileThatIsNoClaimCountsForNothing() throws Exception {
        writers().claim(SESSION, SessionWriters.Kind.RUN);
        try (var files = Files.newDirectoryStream(directory.resolve("writers"), "*.json")) {
            for (var file : files) {
                Files.writeString(file, "{\"owner\":");
            }
        }
        assertDoesNotThrow(() -> writers().claim(SESSION, SessionWriters.Kind.RUN));
    }

    @Test
    void anInterruptDoesNotKeepASessionClaimed() {
        var claim = writers().claim(SESSION, SessionWriters.Kind.RUN);
        Thread.currentThread().interrupt();
        claim.close();
        assertTrue(Thread.interrupted());
        assertDoesNotThrow(() -> writers().check(SESSION));
    }

    @Test
    void ofManyAtOnceOneGetsIt() throws Exception {
        try (var threads = Executors.newFixedThreadPool(8)) {
            Callable<Integer> attempt =
                    () -> {
                        try {
                            writers().claim(SESSION, SessionWriters.Kind.RUN);
                            return 1;
                        } catch (Problem _) {
                            return 0;
                        }
                    };
            var got = 0;
            for (var result :
                    threads.invokeAll(IntStream.range(0, 40).mapToObj(_ -> attempt).toList())) {
                got += result.get();
            }
            assertEquals(1, got);
        }
    }
}
