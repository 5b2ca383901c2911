package dev.parley.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.event.Event;
import dev.parley.sessionfile.SessionFiles;
import dev.parley.sessionfile.SessionFiles.Found;
import dev.parley.testing.Profiles;
import dev.parley.testing.StoredHome;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Conversations that are in more than one file.
class StoredConversationTest {
    @TempDir Path folder;

    private StoredPlace place(String provider, String home) throws IOException {
        var copy = StoredHome.copy(provider, home, folder.resolve(home));
        var place = StoredPlace.of(Profiles.of(provider), Map.of("HOME", "/nowhere")).getFirst();
        return new StoredPlace(provider, place.history(), copy, place.files());
    }

    private static List<Found> all(StoredPlace place) {
        return place.discover().stream()
                .flatMap(file ->
                        StoredHome.read(place, file).sessions().stream()
                                .map(session -> new Found(file, session)))
                .toList();
    }

    /// What a person said in it.
    private static List<String> prompts(StoredPlace place, String session) {
        var all = all(place);
        var last =
                SessionFiles.choose(
                                all.stream()
                                        .filter(found ->
                                                found.session().nativeId().startsWith(session))
                                        .toList())
                        .orElseThrow();
        var said = new ArrayList<String>();
        for (var part : SessionFiles.conversation(last, all)) {
            StoredHome.read(place, part.file()).active().stream()
                    .filter(part::has)
                    .map(event -> event.envelope().event())
                    .forEach(event -> {
                        if (event instanceof Event.UserSaid(var content, _)) {
                            said.add(content.replaceFirst(" \\[\\[.*", ""));
                        }
                    });
        }
        return said;
    }

    @Test
    void aRevertedThreadGoesOnInASecondFile() throws IOException {
        assertEquals(
                List.of("one", "two again"), prompts(place("codex", "home"), "01a1e0ea-2ed5-"));
    }

    @Test
    void aForkGoesOnFromAnotherThread() throws IOException {
        assertEquals(
                List.of("Please say hello", "List files", "In the fork"),
                prompts(place("codex", "home"), "01a1e0ea-2def-"));
    }

    @Test
    void aThreadInOneFileIsThatFile() throws IOException {
        assertEquals(
                List.of("List the files", "Keep it"), prompts(place("codex", "home"), "0199aaaa-"));
    }

    @Test
    void aBaseThatIsGoneLeavesWhatIsThere() throws IOException {
        var codex = place("codex", "home");
        var all = all(codex);
        var fork =
                all.stream()
                        .filter(found -> found.session().nativeId().startsWith("01a1e0ea-2def-"))
                        .findFirst()
                        .orElseThrow();
        assertEquals(1, SessionFiles.conversation(fork, List.of(fork)).size());
    }
}
