package dev.parley.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.Progress;
import dev.parley.event.SessionKey;
import dev.parley.provider.StoredPlace;
import dev.parley.sessionfile.SessionNames;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.StoredHistory;
import dev.parley.sessionfile.StoredReader;
import dev.parley.testing.StoredMachine;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/// The catalog over homes that real CLIs left behind.
class HistoryTest {
    private static final String CLAUDE = "4977e079-78bf-4afb-82a6-674f2fb33cad";

    private static final String PROMPT =
            """
            {"type":"user","uuid":"new","timestamp":"2026-11-16T12:00:00.000Z","cwd":"/home/dev/acme",\
            "message":{"role":"user","content":"And now?"}}
            """;

    @TempDir Path directory;

    private StoredMachine machine;
    private Path file;

    @BeforeEach
    void install() throws IOException {
        machine = new StoredMachine(directory);
        file = directory.resolve(".claude/projects/-home-dev-acme/" + CLAUDE + ".jsonl");
    }

    private History history() {
        return new History(machine::places, directory.resolve("index"));
    }

    private static List<String> shown(HistorySnapshot view) {
        return view.sessions().stream()
                .map(entry ->
                        entry.key()
                                + " "
                                + entry.title()
                                + " "
                                + entry.project()
                                + " "
                                + entry.session())
                .toList();
    }

    @Test
    void listsTheSessionsOfAllProvidersOnceAndNewestFirst() throws Exception {
        var history = history();
        assertFalse(history.isComplete());
        assertEquals(List.of(), history.view().sessions());

        history.refresh(Progress.SILENT);

        assertTrue(history.isComplete());
        var sessions = history.view().sessions();
        assertThat(sessions.stream().map(entry -> entry.key().provider()).distinct().toList())
                .containsExactlyInAnyOrder("claude", "codex", "gemini", "kimi", "opencode", "qwen");
        assertThat(sessions)
                .isSortedAccordingTo(Comparator.comparing(SessionEntry::updated).reversed());
        assertEquals(
                sessions.size(),
                new HashSet<>(sessions.stream().map(e -> e.key()).toList()).size());
        var entry = history.view().find(new SessionKey("claude", CLAUDE)).orElseThrow();
        assertEquals("Mock session title", entry.summary().name());
        assertEquals("/home/dev/acme", entry.project());
    }

    @Test
    void readsNothingAgainThatHasNotChanged() throws Exception {
        var history = history();
        assertThat(history.refresh(Progress.SILENT)).isGreaterThan(10);
        assertEquals(0, history.refresh(Progress.SILENT));

        var restarted = history();
        assertEquals(0, restarted.refresh(Progress.SILENT));
        assertEquals(shown(history.view()), shown(restarted.view()));
        assertEquals(machine.usage(history.view()), machine.usage(restarted.view()));
    }

    @Test
    void showsWhatTheCatalogTellsBeforeAllFilesWereLookedAt() throws Exception {
        var before = history();
        before.refresh(Progress.SILENT);
        var release = new CountDownLatch(1);
        var restarted =
                new History(
                        () -> machine.places().stream().map(place -> slow(place, release)).toList(),
                        directory.resolve("index"));
        append(PROMPT);

        var pass = Thread.ofVirtual().start(() -> refresh(restarted));
        await().until(() -> !restarted.view().sessions().isEmpty());
        assertFalse(restarted.isComplete());
        assertEquals(shown(before.view()), shown(restarted.view()));

        release.countDown();
        pass.join();
        assertTrue(restarted.isComplete());
        assertEquals(shown(rebuilt()), shown(restarted.view()));
    }

    private static void refresh(History history) {
        try {
            history.refresh(Progress.SILENT);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// Its files are not told before it is released.
    private static StoredPlace slow(StoredPlace place, CountDownLatch release) {
        var history =
                new StoredHistory() {
                    @Override
                    public Optional<StoredFile> describe(Path home, Path path) {
                        try {
                            release.await();
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                        return place.history().describe(home, path);
                    }

                    @Override
                    public StoredReader open(StoredFile stored) {
                        return place.history().open(stored);
                    }

                    @Override
                    public SessionNames registry(Path home) {
                        return place.history().registry(home);
                    }
                };
        return new StoredPlace(place.provider(), history, place.home(), place.files());
    }

    @Test
    void showsNothingWhenEverythingIsGone() throws Exception {
        var history = history();
        history.refresh(Progress.SILENT);
        var nowhere = new AtomicBoolean();
        var switched =
                new History(
                        () -> nowhere.get() ? List.of() : machine.places(),
                        directory.resolve("other"));
        switched.refresh(Progress.SILENT);
        assertEquals(shown(history.view()), shown(switched.view()));

        nowhere.set(true);
        switched.rebuild(Progress.SILENT);
        assertEquals(List.of(), shown(switched.view()));
    }

    @Test
    void readsOnWhatIsAppended() throws Exception {
        var history = history();
        history.refresh(Progress.SILENT);
        var before = entry(history).session().prompts();

        append(
                "{\"type\":\"user\",\"uuid\":\"u-more\",\"timestamp\":\"2026-11-16T01:00:00Z\","
                        + "\"sessionId\":\""
                        + CLAUDE
                        + "\",\"message\":{\"role\":\"user\",\"content\":\"more\"}}\n");

        assertEquals(1, history.refresh(Progress.SILENT));
        assertEquals(before + 1, entry(history).session().prompts());
        assertEquals(CLAUDE, history.view().sessions().getFirst().key().nativeId());
        assertEquals(shown(history.view()), shown(rebuilt()));
        assertEquals(machine.usage(history.view()), machine.usage(rebuilt()));
    }

    @Test
    void forgetsWhatIsGoneAndReadsAnewWhatWasRewritten() throws Exception {
        var history = history();
        history.refresh(Progress.SILENT);
        var lines = Files.readAllLines(file);
        var other = file.resolveSibling("00000003-0000-4000-8000-000000000000.jsonl");

        Files.delete(other);
        Files.write(file, lines.subList(0, lines.size() / 2));
        history.refresh(Progress.SILENT);

        assertTrue(
                history.view()
                        .find(new SessionKey("claude", "00000003-0000-4000-8000-000000000000"))
                        .isEmpty());
        assertEquals(shown(rebuilt()), shown(history.view()));
        assertEquals(machine.usage(rebuilt()), machine.usage(history.view()));
    }

    /// However a view came about, it shows the same.
    @Test
    void readsOnlyTheFilesItIsToldOf() throws Exception {
        var history = history();
        history.refresh(Progress.SILENT);
        append(PROMPT);
        assertTrue(history.refresh(Set.of(file)));
        assertEquals(shown(rebuilt()), shown(history.view()));
        Files.delete(file);
        assertTrue(history.refresh(Set.of(file)));
        assertEquals(shown(rebuilt()), shown(history.view()));
        assertTrue(history.view().find(new SessionKey("claude", CLAUDE)).isEmpty());
        Files.writeString(file, PROMPT);
        assertTrue(history.refresh(Set.of(file)));
        assertEquals(shown(rebuilt()), shown(history.view()));
        assertFalse(history.refresh(Set.of(directory.resolve(".claude/settings.json"))));
    }

    @Test
    void keepsWhatItWasToldOfForTheNextStart() throws Exception {
        var history = history();
        history.refresh(Progress.SILENT);
        append(PROMPT);
        history.refresh(Set.of(file));
        history.save();
        assertEquals(0, history().refresh(Progress.SILENT));
    }

    @Test
    void showsAPageOfTheSessions() throws Exception {
        var history = history();
        history.refresh(Progress.SILENT);
        var view = history.view();
        var mains = view.sessions().stream().filter(entry -> !entry.isSubagent()).toList();
        var query = new SessionQuery(Optional.empty(), Optional.empty(), false);
        assertEquals(
                new HistorySnapshot.Page(mains.size(), mains.subList(2, 5)),
                view.page(query, Optional.empty(), 2, 3));
        var claude =
                mains.stream().filter(entry -> entry.key().provider().equals("claude")).toList();
        assertEquals(
                new HistorySnapshot.Page(claude.size(), claude.subList(0, 1)),
                view.page(
                        new SessionQuery(Optional.of("claude"), Optional.empty(), false),
                        Optional.empty(),
                        0,
                        1));
        assertEquals(
                new HistorySnapshot.Page(1, List.of(mains.get(3))),
                view.page(query, Optional.of(mains.get(3)::equals), 0, 50));
    }

    @Test
    void countsTheLinesItCannotRead() throws Exception {
        append("{\"type\":\"user\",\n\u0000\u0001nonsense\n[]\n");
        var history = history();
        history.refresh(Progress.SILENT);
        assertEquals(3, entry(history).skippedLines());

        var restarted = history();
        restarted.refresh(Progress.SILENT);
        assertEquals(3, entry(restarted).skippedLines());
    }

    @Test
    void makesABrokenCatalogAgain() throws Exception {
        var history = history();
        var read = history.refresh(Progress.SILENT);
        var catalog = directory.resolve("index/catalog");
        var whole = Files.readAllBytes(catalog);
        for (var broken : List.of(new byte[0], new byte[100], changed(whole), half(whole))) {
            Files.write(catalog, broken);
            var restarted = history();
            assertEquals(read, restarted.refresh(Progress.SILENT));
            assertEquals(shown(history.view()), shown(restarted.view()));
        }
        assertEquals(0, history().refresh(Progress.SILENT));
    }

    private static byte[] changed(byte[] whole) {
        var broken = whole.clone();
        broken[broken.length / 2] ^= 1;
        return broken;
    }

    private static byte[] half(byte[] whole) {
        return java.util.Arrays.copyOf(whole, whole.length / 2);
    }

    @Test
    void saysHowFarItIs() throws Exception {
        var told = new ArrayList<String>();
        var history = history();
        var read =
                history.rebuild((files, all, bytes, total) ->
                        told.add(files + "/" + all + " " + (bytes == total)));
        assertEquals(read + "/" + read + " true", told.getLast());
    }

    @Test
    void aMachineWithoutAnySessionIsNoProblem() throws Exception {
        var history = new History(List::of, directory.resolve("other"));
        assertEquals(0, history.refresh(Progress.SILENT));
        assertEquals(List.of(), history.view().sessions());
    }

    private SessionEntry entry(History history) {
        return history.view().find(new SessionKey("claude", CLAUDE)).orElseThrow();
    }

    private HistorySnapshot rebuilt() throws InterruptedException {
        var history = new History(machine::places, directory.resolve("rebuilt"));
        history.rebuild(Progress.SILENT);
        return history.view();
    }

    private void append(String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.APPEND);
    }
}
