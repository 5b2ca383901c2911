package dev.parley.provider.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.Map;

class DemoSessionsTest {
    @Test
    void itsHomeIsWhereTheEnvironmentSays() {
        assertEquals(
                Path.of("/own"),
                home(Map.of("PARLEY_DEMO_HOME", "/own", "XDG_DATA_HOME", "/data", "HOME", "/me")));
        assertEquals(
                Path.of("/data/parley-demo"),
                home(Map.of("XDG_DATA_HOME", "/data", "HOME", "/me")));
        assertEquals(
                Path.of("/me/.local/share/parley-demo"),
                home(Map.of("PARLEY_DEMO_HOME", "", "XDG_DATA_HOME", "data", "HOME", "/me")));
    }

    private static Path home(Map<String, String> environment) {
        return DemoSessions.home(environment);
    }
}
