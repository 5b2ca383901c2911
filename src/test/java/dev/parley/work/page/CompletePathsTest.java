package dev.parley.work.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.api.FoundPaths;
import dev.parley.base.problem.Problem;
import dev.parley.process.Supervisor;
import dev.parley.process.Supervisor.ControlGroups;
import dev.parley.testing.Repository;
import dev.parley.work.project.ProjectFiles;
import dev.parley.workspace.worktree.Git;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;

class CompletePathsTest {
    @TempDir Path temporary;

    private Path directory;
    private Supervisor supervisor;
    private CompletePaths complete;

    @BeforeEach
    void start() throws Exception {
        directory = temporary.toRealPath();
        var environment = Map.of("PATH", "/usr/bin:/bin", "HOME", directory.toString());
        supervisor = new Supervisor(directory.resolve("processes"), ControlGroups.in(environment));
        var files = new ProjectFiles(new Git(supervisor, environment), directory.resolve("e.git"));
        complete = new CompletePaths(files, directory, Clock.systemUTC());
    }

    @AfterEach
    void stop() {
        supervisor.close();
    }

    private static List<String> paths(FoundPaths found) {
        return found.paths().stream().map(FoundPaths.Found::path).toList();
    }

    private void write(String name) throws Exception {
        var file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "x");
    }

    @Test
    void directoriesBeginWithWhatWasTyped() throws Exception {
        for (var name : List.of("work/alpha/.git", "work/Alps", "work/beta", "work/.hidden")) {
            Files.createDirectories(directory.resolve(name));
        }
        write("work/almost.txt");
        var found = complete.directories("~/work/al", 20);
        assertEquals(List.of(directory + "/work/Alps", directory + "/work/alpha"), paths(found));
        assertThat(found.paths().getLast().isRepository()).isTrue();
        assertThat(paths(complete.directories(directory + "/work/", 20))).hasSize(3);
        assertThat(paths(complete.directories("~/work/.", 20)))
                .containsExactly(directory + "/work/.hidden");
        assertThat(complete.directories(directory + "/work/", 1).isComplete()).isFalse();
        assertEquals(List.of(), paths(complete.directories("/nowhere/at/all/", 20)));
        assertThrows(Problem.class, () -> complete.directories("work", 20));
        assertThrows(Problem.class, () -> complete.directories("/a\0b/", 20));
    }

    @Test
    void filesOfARepositoryRespectWhatItIgnores() throws Exception {
        write("acme/src/retry.ts");
        write("acme/test/retry.test.ts");
        write("acme/out/retry.js");
        Files.writeString(directory.resolve("acme/.gitignore"), "out/\n");
        Files.writeString(directory.resolve("secret-retry"), "outside");
        Files.createSymbolicLink(
                directory.resolve("acme/link-retry"), directory.resolve("secret-retry"));
        var project = new Repository(directory.resolve("acme")).path().toString();
        assertThat(paths(complete.files(project, "retry", 20)))
                .containsExactly("src/retry.ts", "test/retry.test.ts");
        assertThat(paths(complete.files(project, "scrts", 20))).containsExactly("src/retry.ts");
        assertThrows(Problem.class, () -> complete.files(project + "/../nothing", "x", 20));
    }

    @Test
    void aPlainDirectoryIsWalkedWithinBounds() throws Exception {
        write("plain/a/one.txt");
        write("plain/node_modules/one.txt");
        write("plain/.cache/one.txt");
        Files.createSymbolicLink(directory.resolve("plain/loop"), directory.resolve("plain"));
        var found = complete.files(directory.resolve("plain").toString(), "one", 20);
        assertEquals(List.of("a/one.txt"), paths(found));
        assertThat(found.isComplete()).isTrue();
    }
}
