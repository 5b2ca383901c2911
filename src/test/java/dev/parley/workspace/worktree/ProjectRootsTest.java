package dev.parley.workspace.worktree;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.process.Supervisor;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

class ProjectRootsTest {
    private static final Map<String, String> ENVIRONMENT =
            Map.of(
                    "PATH", "/usr/bin:/bin",
                    "GIT_CONFIG_GLOBAL", "/dev/null",
                    "HOME", "/nonexistent");

    @TempDir Path temp;
    private Path directory;
    private Supervisor supervisor;
    private Git git;
    private Worktrees worktrees;
    private ProjectRoots projects;
    private Path repository;

    @BeforeEach
    void open() throws Exception {
        directory = temp.toRealPath();
        supervisor = new Supervisor(directory.resolve("processes"), Supervisor.ControlGroups.NEVER);
        git = new Git(supervisor, ENVIRONMENT);
        worktrees = new Worktrees(directory.resolve("data/worktrees"), git);
        projects = new ProjectRoots(worktrees);
        repository = Files.createDirectories(directory.resolve("acme/src/deep")).resolve("../..");
        repository = repository.toRealPath();
        git.run(repository, "init", "-q");
        Files.writeString(repository.resolve("src/a.txt"), "a");
        git.run(repository, "add", ".");
        git.run(
                repository,
                "-c",
                "user.name=a",
                "-c",
                "user.email=a@b",
                "commit",
                "-q",
                "-m",
                "first");
    }

    @AfterEach
    void close() {
        supervisor.close();
    }

    @Test
    void everyDirectoryOfARepositoryIsTheSameProject() throws IOException {
        assertEquals(repository, projects.around(repository));
        assertEquals(repository, projects.around(repository.resolve("src/deep")));
        var link = Files.createSymbolicLink(directory.resolve("link"), repository.resolve("src"));
        assertEquals(repository, projects.around(link));
        var plain = Files.createDirectories(directory.resolve("plain/inner"));
        assertEquals(plain, projects.around(plain));
    }

    @Test
    void worktreesBelongToTheirRepository() throws Exception {
        var ours = worktrees.add(repository.resolve("src"));
        assertEquals(repository, projects.around(ours.directory()));
        var theirs = directory.resolve("theirs");
        git.run(repository, "worktree", "add", "-q", theirs.toString());
        assertEquals(repository, projects.around(theirs.resolve("src")));
        ours.end(Worktree.Changes.DISCARD);
        assertEquals(repository, projects.around(ours.directory()), "also when it is gone");
    }

    @Test
    void aFileThatOnlySaysSoMakesNobodyPartOfAnotherRepository() throws Exception {
        var theirs = directory.resolve("theirs");
        git.run(repository, "worktree", "add", "-q", theirs.toString());
        var evil = Files.createDirectories(directory.resolve("evil"));
        Files.copy(theirs.resolve(".git"), evil.resolve(".git"));
        assertEquals(evil, projects.around(evil));
        Files.writeString(evil.resolve(".git"), "gitdir: \0nonsense");
        assertEquals(evil, projects.around(evil));
        Files.writeString(evil.resolve(".git"), "gitdir: /");
        assertEquals(evil, projects.around(evil));
    }
}
