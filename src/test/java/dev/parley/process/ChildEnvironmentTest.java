package dev.parley.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class ChildEnvironmentTest {
    @Test
    void hasWhatEveryProgramNeeds() {
        var parent =
                Map.of(
                        "PATH",
                        "/bin",
                        "HOME",
                        "/h",
                        "LC_ALL",
                        "C",
                        "XDG_RUNTIME_DIR",
                        "/r",
                        "https_proxy",
                        "p");
        assertEquals(parent, ChildEnvironment.from(parent, List.of()));
    }

    @Test
    void hasNothingElse() {
        assertEquals(
                Map.of(),
                ChildEnvironment.from(
                        Map.of(
                                "ANTHROPIC_API_KEY",
                                "secret",
                                "AWS_SECRET_ACCESS_KEY",
                                "secret",
                                "PATHS",
                                "x",
                                "path",
                                "x",
                                "LD_PRELOAD",
                                "x",
                                "NODE_OPTIONS",
                                "x",
                                "CLAUDECODE",
                                "1",
                                "PARLEY_HOME",
                                "/p"),
                        List.of()));
    }

    @Test
    void hasTheNamesAndPrefixesThatArePassedOn() {
        assertEquals(
                Map.of("KEY", "1", "MY_A", "2", "MY_", "3"),
                ChildEnvironment.from(
                        Map.of("KEY", "1", "MY_A", "2", "MY_", "3", "MYOTHER", "4", "KEY2", "5"),
                        List.of("KEY", "MY_*", "ABSENT", "")));
    }
}
