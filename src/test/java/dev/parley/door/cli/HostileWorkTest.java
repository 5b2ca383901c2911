package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.NewSession;
import dev.parley.event.Action;
import dev.parley.event.Permission;
import dev.parley.testing.Commands;
import dev.parley.testing.Hostile;
import dev.parley.testing.HostileMachine;
import dev.parley.testing.Repository;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/// Every command that shows what agents did to files, where the files and their names are hostile.
class HostileWorkTest {
    /// In this order, each with what the ones before it left. `SESSION` has changed files, `TREE`
    /// is a worktree in which files were changed.
    static final List<String> COMMANDS =
            List.of(
                    "changes SESSION",
                    "changes SESSION --json",
                    "changes SESSION --patch",
                    "changes SESSION --patch --json",
                    "changes SESSION --turn 1",
                    "changes comment SESSION file.txt:2 EVIL",
                    "changes comment SESSION",
                    "changes comment SESSION --json",
                    "changes send SESSION --preview",
                    "changes send SESSION --preview --json",
                    "changes undo SESSION --turn 1 --preview",
                    "changes undo SESSION --turn 1 --preview --json",
                    "changes undo SESSION --turn 1",
                    "changes prune --dry-run",
                    "worktrees",
                    "worktrees --json",
                    "worktrees patch TREE",
                    "worktrees branch TREE evil",
                    "worktrees apply TREE --preview",
                    "worktrees apply TREE --preview --json",
                    "worktrees apply TREE",
                    "worktrees unapply TREE --preview",
                    "worktrees unapply TREE",
                    "worktrees merge TREE",
                    "worktrees apply TREE",
                    "worktrees remove TREE",
                    "worktrees add --project REPO",
                    "devices list",
                    "devices list --json");

    @TempDir Path home;
    private Repository repository;
    private Commands parley;

    @BeforeEach
    void open() throws IOException, InterruptedException {
        new HostileMachine(home);
        repository = new Repository(home.resolve("repository"));
        parley = new Commands(home);
    }

    @AfterEach
    void close() {
        parley.close();
    }

    @Test
    void showsWorkAndObeysNothing() throws InterruptedException {
        var place = repository.path().toString();
        assertEquals(
                0,
                runHarmlessly(
                        "race", "--models", "worker", "--judge", "stub", "--cwd", place, "go"));
        assertThat(parley.out()).contains("stub advises:");
        var tree = parley.app().worktrees().list().getFirst().id();
        var session = changeFiles();
        parley.app().devices().add(Hostile.TEXT, true);
        for (var line : COMMANDS) {
            var words =
                    Arrays.stream(line.split(" "))
                            .map(word ->
                                    switch (word) {
                                        case "SESSION" -> session;
                                        case "TREE" -> tree;
                                        case "REPO" -> place;
                                        case "EVIL" -> Hostile.TEXT;
                                        default -> word;
                                    })
                            .toArray(String[]::new);
            assertThat(runHarmlessly(words)).as(line + "\n" + parley.err()).isZero();
        }
    }

    @Test
    void aPatchThatGoesToAFileIsWholeWhateverTheCharset() throws Exception {
        var bytes = new byte[] {'c', 'a', 'f', (byte) 0xe9, '\n'};
        Files.write(home.resolve("writes"), bytes);
        var place = repository.path();
        assertEquals(0, parley.run("race", "--models", "worker", "--cwd", place + "", "go"));
        var tree = parley.app().worktrees().list().getFirst().id();
        assertEquals(0, parley.run("worktrees", "patch", tree));
        var patch = Files.write(home.resolve("patch"), parley.outBytes());
        repository.git("apply", "--check", patch.toString());
        assertThat(parley.outBytes()).containsSequence(bytes);
        var session = changeFiles();
        assertEquals(0, parley.run("changes", session, "--patch", "--file", "file.txt"));
        assertThat(parley.outBytes()).containsSequence(bytes);
    }

    private int runHarmlessly(String... words) {
        var code = parley.runOnTerminal(words);
        for (var screen : List.of(parley.out(), parley.err())) {
            Hostile.assertObeysNothing(screen);
            Hostile.assertFakesNothing(screen);
        }
        return code;
    }

    /// A turn in the user's own tree.
    private String changeFiles() throws InterruptedException {
        var app = parley.app();
        var wish = NewSession.with("worker", repository.path().toString(), Permission.ASK);
        var id = app.sessions().start(wish.saying(Action.Prompt.of("go"))).id();
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() ->
                        app.changes().of(id).turns().stream()
                                .anyMatch(turn -> turn.endedAt() != null));
        return id.value();
    }
}
