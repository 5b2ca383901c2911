package dev.parley.base.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.Map;

class DirectoriesTest {
    private static Directories directories(String config, String data) {
        return new Directories(Path.of(config), Path.of(data));
    }

    @Test
    void areTheStandardOnesBelowTheUsersHome() {
        assertEquals(
                directories("/home/dev/.config/parley", "/home/dev/.local/share/parley"),
                Directories.of(Map.of("HOME", "/home/dev")));
    }

    @Test
    void followTheXdgVariables() {
        assertEquals(
                directories("/c/parley", "/d/parley"),
                Directories.of(
                        Map.of(
                                "HOME",
                                "/home/dev",
                                "XDG_CONFIG_HOME",
                                "/c",
                                "XDG_DATA_HOME",
                                "/d")));
    }

    @Test
    void ignoreRelativeAndEmptyXdgVariablesAsTheStandardSays() {
        assertEquals(
                directories("/home/dev/.config/parley", "/home/dev/.local/share/parley"),
                Directories.of(
                        Map.of(
                                "HOME",
                                "/home/dev",
                                "XDG_CONFIG_HOME",
                                "conf",
                                "XDG_DATA_HOME",
                                "")));
    }

    @Test
    void areTogetherBelowParleyHomeWhateverElseIsSet() {
        assertEquals(
                directories("/x/config", "/x/data"),
                Directories.of(Map.of("PARLEY_HOME", "/x", "HOME", "/h", "XDG_DATA_HOME", "/d")));
    }

    @Test
    void aRelativeParleyHomeIsMadeAbsolute() {
        assertEquals(
                new Directories(
                        Path.of("x/config").toAbsolutePath(), Path.of("x/data").toAbsolutePath()),
                Directories.of(Map.of("PARLEY_HOME", "x")));
    }

    @Test
    void anEmptyVariableIsNotSet() {
        assertEquals(
                Directories.of(Map.of()), Directories.of(Map.of("PARLEY_HOME", " ", "HOME", "")));
        assertEquals(
                Path.of(System.getProperty("user.home"), ".config", "parley"),
                Directories.of(Map.of()).config());
    }

    @Test
    void knowWhereEachFileLies() {
        var directories = directories("/c", "/d");
        assertEquals(Path.of("/c/config.json"), directories.configFile());
        assertEquals(Path.of("/c/providers"), directories.providers());
        assertEquals(Path.of("/d/token"), directories.tokenFile());
        assertEquals(Path.of("/d/processes"), directories.processes());
        assertEquals(Path.of("/d/versions"), directories.versions());
    }
}
