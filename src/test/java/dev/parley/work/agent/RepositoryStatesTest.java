package dev.parley.work.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.disk.Glance;
import dev.parley.process.Supervisor;
import dev.parley.testing.Repository;
import dev.parley.testing.Stub;
import dev.parley.workspace.worktree.Git;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What changed in a repository while an agent worked, and when git is asked for it.
class RepositoryStatesTest {
    @TempDir Path directory;
    private Repository repository;
    private RepositoryStates states;

    @BeforeEach
    void make() throws Exception {
        repository = new Repository(directory.toRealPath().resolve("project"));
        var git =
                Stub.script(
                        directory,
                        "git",
                        "echo asked >> '%s'\nexec /usr/bin/git \"$@\"".formatted(calls()));
        var supervisor =
                new Supervisor(directory.resolve("processes"), Supervisor.ControlGroups.NEVER);
        var path = git.getParent() + ":/usr/bin:/bin";
        states =
                new RepositoryStates(
                        new Git(supervisor, Map.of("PATH", path, "HOME", directory.toString())));
    }

    private Path calls() {
        return directory.resolve("calls");
    }

    private int asked() throws Exception {
        return Files.exists(calls()) ? Files.readAllLines(calls()).size() : 0;
    }

    /// Waits until a later change would show from outside, and asks once more.
    private void settled() throws Exception {
        var git = repository.path().resolve(".git");
        var places = List.of(git.resolve("index"), git.resolve("HEAD"), git.resolve("config"));
        await().until(() -> Glance.of(repository.path(), places).orElseThrow().isSettled());
        var _ = states.of(repository.path());
        var _ = states.of(repository.path()); // git may have refreshed its index
        await().until(() -> Glance.of(repository.path(), places).orElseThrow().isSettled());
        var _ = states.of(repository.path());
    }

    @Test
    void gitIsNotAskedTwiceForTheSame() throws Exception {
        settled();
        var before = asked();
        var changes = ChangedFiles.since(states, repository.path()).orElseThrow();
        assertThat(changes.now()).isEmpty();
        assertEquals(before, asked());
    }

    @Test
    void noChangeIsMissed() throws Exception {
        settled();
        var changes = ChangedFiles.since(states, repository.path()).orElseThrow();
        Files.writeString(repository.path().resolve("new.txt"), "new");
        assertEquals(List.of("new.txt"), changes.now());
        repository.git("add", ".");
        repository.git("commit", "-q", "-m", "an agent may commit");
        assertEquals(List.of("new.txt"), changes.now());
        settled();
        var later = ChangedFiles.since(states, repository.path()).orElseThrow();
        repository.git("reset", "-q", "--soft", "HEAD~1");
        assertEquals(List.of("new.txt"), later.now());
    }
}
