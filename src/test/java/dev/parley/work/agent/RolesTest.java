package dev.parley.work.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.base.problem.Problem;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class RolesTest {
    @TempDir Path directory;

    private Roles roles() {
        return new Roles(directory.resolve("own"));
    }

    private void write(String file, String text) throws Exception {
        var path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void thoseThatShipAreThere() {
        for (var name : List.of("default", "planner", "codereviewer")) {
            assertThat(roles().text(directory, name)).contains("<SUMMARY>");
        }
    }

    @Test
    void theUsersOwnComeFirstThenTheProjects() throws Exception {
        write(".parley/roles/tester.md", "of the project");
        write(".parley/roles/planner.txt", "of the project");
        assertEquals("of the project", roles().text(directory, "tester"));
        assertEquals("of the project", roles().text(directory, "planner"));
        write("own/planner.txt", "of the user");
        assertEquals("of the user", roles().text(directory, "planner"));
        assertEquals(
                List.of("codereviewer", "default", "planner", "tester"), roles().names(directory));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "../x",
                "a/b",
                "/etc/passwd",
                "a\0",
                "a\n",
                "-x",
                "ä",
                "x.txt"
            })
    void aHostileNameIsRefused(String name) {
        assertThrows(Problem.class, () -> roles().text(directory, name));
        assertThrows(Problem.class, () -> roles().text(directory, "x".repeat(65)));
    }

    @Test
    void aLinkThatLeadsOutIsRefused() throws Exception {
        write("secret.txt", "secret");
        Files.createDirectories(directory.resolve(".parley/roles"));
        Files.createSymbolicLink(
                directory.resolve(".parley/roles/spy.txt"), directory.resolve("secret.txt"));
        assertThrows(Problem.class, () -> roles().text(directory, "spy"));
    }

    @Test
    void aMistypedNameComesWithTheClosest() {
        var problem = assertThrows(Problem.class, () -> roles().text(directory, "planer"));
        assertEquals("Did you mean planner?", problem.remedy());
    }
}
