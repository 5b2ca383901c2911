package dev.parley.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.event.Event;
import dev.parley.event.EventJson;
import dev.parley.sessionfile.StoredEvent;
import dev.parley.testing.Profiles;
import dev.parley.testing.StoredHome;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/// Every reader of stored sessions against files that the real CLIs wrote, and against older forms
/// of them. `-Dgolden=update` writes what came out; the diff is the review.
class StoredGoldenTest {
    @TempDir Path folder;

    /// The folders of recorded homes: one per provider and product.
    static Stream<List<String>> homes() {
        return Stream.of(
                List.of("claude", "home"),
                List.of("codex", "home"),
                List.of("qwen", "home"),
                List.of("kimi", "home"),
                List.of("kimi", "home-cli"),
                List.of("gemini", "home"),
                List.of("opencode", "home"),
                List.of("opencode", "home-legacy"),
                List.of("opencode", "home-migrated"),
                List.of("opencode", "home-oldest"));
    }

    private List<StoredPlace> places(String provider, String name) throws IOException {
        var home = StoredHome.copy(provider, name, folder.resolve(name));
        return StoredPlace.of(Profiles.of(provider), java.util.Map.of("HOME", "/nowhere")).stream()
                .map(place ->
                        new StoredPlace(place.provider(), place.history(), home, place.files()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("homes")
    void readsWhatWasStored(List<String> recorded) throws IOException {
        var provider = recorded.get(0);
        for (var place : places(provider, recorded.get(1))) {
            var before = StoredHome.state(place.home());
            for (var file : place.discover()) {
                var text = StoredHome.text(StoredHome.read(place, file));
                var golden =
                        StoredHome.golden(
                                provider, recorded.get(1), place.home().relativize(file.path()));
                if ("update".equals(System.getProperty("golden"))) {
                    Files.createDirectories(golden.getParent());
                    Files.writeString(golden, text);
                } else {
                    assertEquals(Files.readString(golden), text, file.toString());
                }
            }
            assertEquals(before, StoredHome.state(place.home()), "reading changes nothing");
        }
    }

    @ParameterizedTest
    @MethodSource("homes")
    void findsASessionInEveryRecordedFileAndRecognisesEveryLine(List<String> recorded)
            throws IOException {
        var found = new HashSet<Path>();
        for (var place : places(recorded.get(0), recorded.get(1))) {
            for (var file : place.discover()) {
                found.add(
                        StoredHome.golden(
                                recorded.get(0),
                                recorded.get(1),
                                place.home().relativize(file.path())));
                var told = StoredHome.read(place, file);
                assertFalse(told.sessions().isEmpty(), "a session in " + file);
                assertEquals(
                        List.of(),
                        told.events().stream()
                                .map(event -> event.envelope().event())
                                .filter(Event.Unrecognized.class::isInstance)
                                .toList());
            }
        }
        assertFalse(found.isEmpty());
    }

    @ParameterizedTest
    @MethodSource("homes")
    void eventsSurviveJsonAndAreNumberedWithinTheirSession(List<String> recorded)
            throws IOException {
        for (var place : places(recorded.get(0), recorded.get(1))) {
            for (var file : place.discover()) {
                var numbers = new java.util.HashMap<String, Long>();
                for (var event : StoredHome.read(place, file).events()) {
                    var envelope = event.envelope();
                    assertEquals(
                            envelope,
                            EventJson.read(EventJson.write(envelope, EventJson.Raw.INCLUDED)));
                    var number = numbers.merge(String.valueOf(envelope.sessionId()), 1L, Long::sum);
                    assertEquals(number, envelope.sequenceNumber());
                }
            }
        }
    }

    /// However a file arrives, byte by byte or at once, the same is told.
    @ParameterizedTest
    @MethodSource("homes")
    void readingInStepsTellsTheSame(List<String> recorded) throws IOException {
        for (var place : places(recorded.get(0), recorded.get(1))) {
            for (var file : place.discover()) {
                if (file.layout() != dev.parley.sessionfile.StoredFile.Layout.LINES) {
                    continue;
                }
                var whole = StoredHome.text(StoredHome.read(place, file));
                assertEquals(whole, inSteps(place, file), file.toString());
            }
        }
    }

    private static String inSteps(StoredPlace place, dev.parley.sessionfile.StoredFile file)
            throws IOException {
        var bytes = Files.readAllBytes(file.path());
        var time = Files.getLastModifiedTime(file.path());
        var events = new ArrayList<dev.parley.sessionfile.StoredEvent>();
        var sessions = new java.util.TreeMap<String, dev.parley.sessionfile.StoredFacts>();
        var reader = place.open(file);
        for (var end = 0; end < bytes.length; end = Math.min(bytes.length, end + 1777)) {
            Files.write(file.path(), java.util.Arrays.copyOf(bytes, end));
            Files.setLastModifiedTime(file.path(), time);
            reader.readOn(StoredHome.collecting(events, sessions));
        }
        Files.write(file.path(), bytes);
        Files.setLastModifiedTime(file.path(), time);
        reader.readOn(StoredHome.collecting(events, sessions));
        return StoredHome.text(new StoredHome.Told(events, List.copyOf(sessions.values()), reader));
    }

    /// What a list of sessions and their usage are made from.
    @ParameterizedTest
    @MethodSource("homes")
    void anOutlineTellsTheSameSessionsAndTokens(List<String> recorded) throws IOException {
        for (var place : places(recorded.get(0), recorded.get(1))) {
            for (var file : place.discover()) {
                var whole = StoredHome.read(place, file);
                var outline = StoredHome.read(place.outline(file));
                assertEquals(whole.sessions(), outline.sessions());
                assertEquals(counted(whole), counted(outline));
                assertTrue(numbers(whole).containsAll(numbers(outline)), () -> file.toString());
            }
        }
    }

    private static List<StoredEvent> counted(StoredHome.Told told) {
        return told.events().stream().filter(event -> event.counted() != null).toList();
    }

    /// Of all events, and whether they are on the active branch.
    private static List<String> numbers(StoredHome.Told told) {
        return told.events().stream()
                .map(event ->
                        "%d %d %s %b"
                                .formatted(
                                        event.envelope().sequenceNumber(),
                                        event.node(),
                                        event.envelope().event().getClass().getSimpleName(),
                                        told.reader().isActive(event)))
                .toList();
    }
}
