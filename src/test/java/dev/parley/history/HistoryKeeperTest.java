package dev.parley.history;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.Progress;
import dev.parley.event.SessionKey;
import dev.parley.provider.StoredPlace;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.StoredHistory;
import dev.parley.sessionfile.StoredReader;
import dev.parley.testing.StoredMachine;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/// What CLIs write while Parley runs.
class HistoryKeeperTest {
    private static final String PROMPT =
            """
            {"type":"user","uuid":"%s","timestamp":"2026-11-16T12:00:00.000Z","cwd":"/home/dev/acme",\
            "message":{"role":"user","content":"%s"}}
            """;

    @TempDir Path directory;
    private StoredMachine machine;
    private HistoryKeeper keeper;

    @BeforeEach
    void start() throws IOException {
        machine = new StoredMachine(directory);
        keeper = new HistoryKeeper(new History(machine::places, directory.resolve("index")));
        keeper.start();
        await().atMost(Duration.ofMinutes(1)).until(keeper.history()::isComplete);
    }

    @AfterEach
    void stop() {
        keeper.close();
    }

    private Path file(String project, String session) {
        return directory.resolve(".claude/projects/" + project + "/" + session + ".jsonl");
    }

    private Optional<SessionEntry> session(String id) {
        return keeper.history().view().find(new SessionKey("claude", id));
    }

    private void awaitPrompts(String id, int prompts) {
        await().atMost(Duration.ofMinutes(1))
                .until(() ->
                        session(id).map(entry -> entry.session().prompts()).orElse(0) == prompts);
    }

    @Test
    void seesNewFilesAndWhatIsAppendedToThem() throws Exception {
        var file = file("-home-dev-acme", "fresh");
        Files.writeString(file, PROMPT.formatted("a", "one"));
        awaitPrompts("fresh", 1);
        Files.writeString(file, PROMPT.formatted("a", "one") + PROMPT.formatted("b", "two"));
        awaitPrompts("fresh", 2);
        Files.delete(file);
        await().atMost(Duration.ofMinutes(1)).until(() -> session("fresh").isEmpty());
    }

    @Test
    void seesTheFirstSessionOfACliThatWasNeverUsedBefore() throws Exception {
        keeper.close();
        var away = Files.createDirectories(directory.resolve("away"));
        Files.move(directory.resolve(".claude"), away.resolve(".claude"));
        Files.move(directory.resolve(".local"), away.resolve(".local"));
        keeper = new HistoryKeeper(new History(machine::places, directory.resolve("index")));
        keeper.start();
        await().atMost(Duration.ofMinutes(1)).until(keeper.history()::isComplete);
        assertFalse(providers().contains("claude"));
        assertFalse(providers().contains("opencode"));
        Files.createDirectory(directory.resolve("something else"));
        Files.move(away.resolve(".claude"), directory.resolve(".claude"));
        await().atMost(Duration.ofMinutes(1)).until(() -> providers().contains("claude"));
        Files.createDirectory(directory.resolve(".local"));
        Files.move(away.resolve(".local/share"), directory.resolve(".local/share"));
        await().atMost(Duration.ofMinutes(1)).until(() -> providers().contains("opencode"));
    }

    private Set<String> providers() {
        return keeper.history().files().stream()
                .map(History.Seen::provider)
                .collect(Collectors.toSet());
    }

    @Test
    void seesTheFirstSessionOfANewProject() throws Exception {
        var file = file("-home-dev-new", "first");
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, PROMPT.formatted("a", "one"));
        awaitPrompts("first", 1);
    }

    @Test
    void aPipeThatIsCalledLikeASessionHoldsNothingUp() throws Exception {
        var pipe = file("-home-dev-acme", "pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        Files.writeString(file("-home-dev-acme", "a-file"), PROMPT.formatted("a", "one"));
        awaitPrompts("a-file", 1);
        // Only a change that comes later shows that nobody waits for the pipe.
        Files.writeString(file("-home-dev-acme", "later"), PROMPT.formatted("a", "one"));
        awaitPrompts("later", 1);
        assertEquals(Optional.empty(), session("pipe"));
    }

    @Test
    void aSurpriseInOneFileCostsOnlyThatFile() throws Exception {
        keeper.close();
        keeper = new HistoryKeeper(new History(this::surprising, directory.resolve("index")));
        keeper.start();
        await().atMost(Duration.ofMinutes(1)).until(keeper.history()::isComplete);
        Files.writeString(file("-home-dev-acme", "surprise"), PROMPT.formatted("a", "one"));
        Files.writeString(file("-home-dev-acme", "other"), PROMPT.formatted("a", "one"));
        awaitPrompts("other", 1);
        Files.writeString(file("-home-dev-acme", "later"), PROMPT.formatted("a", "one"));
        awaitPrompts("later", 1);
        assertEquals(Optional.empty(), session("surprise"));
        assertEquals(0, keeper.history().refresh(Progress.SILENT));
    }

    /// The places of the machine, with a fault in the reader of the files called `surprise`.
    private List<StoredPlace> surprising() {
        return machine.places().stream()
                .map(place ->
                        new StoredPlace(
                                place.provider(),
                                new Surprising(place.history()),
                                place.home(),
                                place.files()))
                .toList();
    }

    private record Surprising(StoredHistory history) implements StoredHistory {
        @Override
        public Optional<StoredFile> describe(Path home, Path file) {
            return history.describe(home, file);
        }

        @Override
        public StoredReader open(StoredFile file) {
            if (file.path().endsWith("surprise.jsonl")) {
                throw new IllegalStateException("a fault");
            }
            return history.open(file);
        }
    }

    @Test
    void goesOnAfterASurprise() throws Exception {
        keeper.close();
        var calls = new AtomicInteger();
        keeper =
                new HistoryKeeper(
                        new History(
                                () -> {
                                    // When it begins to read: before that it watches folders.
                                    if (calls.incrementAndGet() == 2) {
                                        throw new IllegalStateException("a fault");
                                    }
                                    return machine.places();
                                },
                                directory.resolve("index")),
                        Duration.ofMillis(1));
        keeper.start();
        await().atMost(Duration.ofMinutes(1)).until(keeper.history()::isComplete);
        Files.writeString(file("-home-dev-acme", "later"), PROMPT.formatted("a", "one"));
        awaitPrompts("later", 1);
    }

    @Test
    void keepsWhatItSawWhenItEnds() throws Exception {
        Files.writeString(file("-home-dev-acme", "fresh"), PROMPT.formatted("a", "one"));
        awaitPrompts("fresh", 1);
        keeper.close();
        var next = new History(machine::places, directory.resolve("index"));
        assertEquals(0, next.refresh(Progress.SILENT));
    }

    @Test
    void watchesTheFoldersThatMatterMostWhenThereAreTooMany() throws Exception {
        var all = WatchedFolders.of(machine.places());
        assertTrue(all.isAll());
        var some = WatchedFolders.of(machine.places(), 2);
        assertFalse(some.isAll());
        assertTrue(all.folders().containsAll(some.folders()));
        assertTrue(some.folders().contains(directory.resolve(".claude")));
        assertTrue(some.folders().contains(directory.resolve(".claude/projects")));
    }
}
