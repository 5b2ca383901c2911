package dev.parley.sessionfile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.Optional;

class ProjectResolverTest {
    private static final String SHA =
            "53a2512769cac3016d268e92180c73250b0061786071ad45a61f236be12a2786";
    private static final String MD5 = "2bcdd00e846517e5b6c4ec106025b025";

    private final ProjectResolver resolver = new ProjectResolver();

    private static StoredFacts session(String project, String key, String cwd) {
        var file = StoredFile.lines(java.nio.file.Path.of("x"), "s", key);
        var builder = new SessionBuilder("demo", file, java.time.Instant.EPOCH);
        builder.project(project);
        builder.cwd(cwd);
        return builder.session();
    }

    @Test
    void aHashIsTurnedBackWhenThePathIsKnown() {
        assertEquals(Optional.empty(), resolver.path(session(null, SHA, null)));
        resolver.learn("/home/dev/old");
        resolver.learn("/home/dev/acme");
        assertEquals(Optional.of("/home/dev/old"), resolver.path(session(null, SHA, null)));
        assertEquals(Optional.of("/home/dev/acme"), resolver.path(session(null, MD5, null)));
    }

    @Test
    void theRegistryOfTheCliKnowsItsSlugs() {
        resolver.learn(SessionNames.ofProjects(Map.of("acme-1", "/home/dev/other/acme")));
        assertEquals(
                Optional.of("/home/dev/other/acme"), resolver.path(session(null, "acme-1", null)));
    }

    @Test
    void whatTheSessionItselfTellsIsBetterThanAnyGuess() {
        resolver.learn(SessionNames.ofProjects(Map.of("k", "/from/registry")));
        assertEquals(Optional.of("/told"), resolver.path(session("/told", "k", "/cwd")));
        assertEquals(Optional.of("/from/registry"), resolver.path(session(null, "k", "/cwd")));
        assertEquals(Optional.of("/cwd"), resolver.path(session(null, "unknown", "/cwd")));
    }
}
