package dev.parley.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;

class IntentTest {
    private static final Path CWD = Path.of("/home/dev/acme");

    private static Intent of(String json) {
        return Intent.of(Json.parse(json).orElseThrow(), CWD);
    }

    @Test
    void aCommandIsWholeAndInItsDirectory() {
        assertEquals(
                new Intent("ls -l", "/home/dev/acme/src", List.of(), null),
                of("{\"command\":\"ls -l\",\"description\":\"git status\",\"workdir\":\"src\"}"));
        assertEquals(
                new Intent("bash -lc 'it'\\''s $HOME'", "/etc", List.of(), null),
                of("{\"command\":[\"bash\",\"-lc\",\"it's $HOME\"],\"cwd\":\"/etc\"}"));
    }

    @Test
    void aCommandIsAllThatIsRun() {
        assertEquals("rm 'a b'", of("{\"command\":[\"rm\",\"a b\"]}").command());
        assertEquals("rm a b", of("{\"command\":[\"rm\",\"a\",\"b\"]}").command());
        assertEquals("git push", of("{\"command\":\"git\",\"args\":[\"push\"]}").command());
        assertEquals("ls\nrm x", of("{\"command\":\"ls\",\"script\":\"rm x\"}").command());
    }

    @Test
    void aWayBackStaysInTheNameBecauseOfLinks() {
        assertEquals(List.of("/home/dev/acme/a/../b"), of("{\"path\":\"a/../b\"}").files());
        assertEquals(List.of("~/x", "$X/y"), of("{\"paths\":[\"~/x\",\"$X/y\"]}").files());
        assertEquals(
                List.of(Intent.UNNAMED, "/home/dev/acme/a"),
                of("{\"changes\":[{\"path\":\"a\"},{}]}").files());
    }

    @Test
    void whatContradictsItselfIsOfNoKind() {
        assertEquals(Intent.Kind.COMMAND, of("{\"cmd\":\"ls\",\"path\":\"a\"}").kind());
        assertEquals(Intent.Kind.FILES, of("{\"path\":\"a\"}").kind());
        assertEquals(Intent.Kind.ADDRESS, of("{\"url\":\"http://x/\"}").kind());
        assertEquals(Intent.Kind.OTHER, of("{\"url\":\"http://x/\",\"path\":\"a\"}").kind());
        assertEquals(Intent.Kind.OTHER, of("\"ls\"").kind());
    }

    @Test
    void filesAreAllOfThemAndAbsolute() {
        assertEquals(List.of("/home/dev/b.txt"), of("{\"filepath\":\"../b.txt\"}").files());
        assertEquals(
                List.of("/home/dev/acme/a", "/x"),
                of("{\"changes\":[{\"path\":\"a\",\"kind\":{\"move_path\":\"/x\"}}]}").files());
        assertEquals(
                List.of("/home/dev/acme/a", "/home/dev/acme/b", "/etc/c"),
                of("{\"patchText\":\"*** Begin Patch\\n*** Update File: a\\n*** Move to: b\\n*** Delete File: /etc/c\\n\"}")
                        .files());
        assertEquals(
                List.of("/home/dev/acme/a", "/b"),
                of("{\"locations\":[{\"path\":\"a\"},{\"path\":\"/b\"}]}").files());
    }

    @Test
    void whatIsNotToldIsNotKnown() {
        assertEquals(new Intent(null, "/home/dev/acme", List.of(), null), Intent.of(null, CWD));
        assertEquals(false, of("{\"title\":\"git status\"}").isKnown());
        assertEquals("http://x/", of("{\"url\":\"http://x/\"}").address());
    }
}
