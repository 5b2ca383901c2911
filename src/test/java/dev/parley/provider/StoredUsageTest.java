package dev.parley.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.sessionfile.StoredEvent;
import dev.parley.testing.Profiles;
import dev.parley.testing.StoredHome;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Every way in which CLIs write the same tokens down twice, each with the total that counts. The
/// figures are those of the CLIs' own sums where they keep one.
class StoredUsageTest {
    @TempDir Path folder;

    /// The usage events of the files whose path has one of these parts.
    private List<StoredEvent> counted(String provider, String home, String... parts)
            throws IOException {
        var copy = StoredHome.copy(provider, home, Files.createTempDirectory(folder, provider));
        return StoredPlace.of(Profiles.of(provider), Map.of("HOME", "/nowhere")).stream()
                .map(place ->
                        new StoredPlace(place.provider(), place.history(), copy, place.files()))
                .flatMap(place ->
                        place.discover().stream()
                                .filter(file ->
                                        Arrays.stream(parts)
                                                .anyMatch(file.path().toString()::contains))
                                .flatMap(file -> StoredHome.read(place, file).events().stream()))
                .filter(event -> event.counted() != null)
                .toList();
    }

    /// As whoever counts over several files does it: each key once.
    private static List<Long> total(Stream<StoredEvent> events) {
        var seen = new HashSet<String>();
        var total =
                events.filter(event -> seen.add(event.counted().key()))
                        .map(event -> ((Event.TokensUsed) event.envelope().event()).usage())
                        .reduce(Usage.of(0, 0), Usage::plus);
        return List.of(total.inputTokens(), total.outputTokens());
    }

    private List<Long> total(String provider, String home, String... parts) throws IOException {
        return total(counted(provider, home, parts).stream());
    }

    @Test
    void claudeRepeatsTheUsageWithEveryBlock() throws IOException {
        assertEquals(List.of(3669L, 69L), total("claude", "home", "00000003-"));
    }

    @Test
    void claudeWroteAnUnfinishedUsageWithTheFirstBlocks() throws IOException {
        // 1 token with the first block, 57 with the last; the sidechain's 20 and the last 12.
        assertEquals(List.of(549L, 89L), total("claude", "home", "11112222-"));
    }

    @Test
    void claudeCountsAbandonedBranches() throws IOException {
        assertEquals(List.of(9264L, 42L), total("claude", "home", "00000010-"));
    }

    @Test
    void claudeCopiesLinesIntoAFork() throws IOException {
        assertEquals(List.of(7319L, 32L), total("claude", "home", "00000011-"));
    }

    @Test
    void aForkOfClaudeAddsOnlyItsOwnRequest() throws IOException {
        assertEquals(List.of(11136L, 50L), total("claude", "home", "00000010-", "00000011-"));
    }

    @Test
    void claudeKeepsSubagentsInTheirOwnFiles() throws IOException {
        assertEquals(List.of(6182L, 111L), total("claude", "home", "00000022-"));
    }

    @Test
    void codexWritesARecordAndATotalForEachRequest() throws IOException {
        assertEquals(List.of(42610L, 440L), total("codex", "home", "01a1e0ea-2223-"));
    }

    @Test
    void codexInItsLegacyFormatDoesTheSame() throws IOException {
        assertEquals(List.of(20090L, 200L), total("codex", "home", "01a1e0ea-3157-"));
    }

    @Test
    void aLegacyForkOfCodexHasTheLinesOfItsParent() throws IOException {
        assertEquals(List.of(4060L, 40L), total("codex", "home", "01a1e0ea-3d51-"));
    }

    @Test
    void aPaginatedForkOfCodexGoesOnFromTheTotalOfItsParent() throws IOException {
        assertEquals(List.of(3950L, 40L), total("codex", "home", "01a1e0ea-2def-"));
    }

    @Test
    void bothFilesOfARevertedThreadCount() throws IOException {
        assertEquals(List.of(11910L, 120L), total("codex", "home", "01a1e0ea-2ed5-"));
    }

    @Test
    void codexWroteOnlyRunningTotalsBefore() throws IOException {
        assertEquals(List.of(8500L, 100L), total("codex", "home", "0199aaaa-"));
    }

    @Test
    void geminiWritesAMessageAgainWhenItsToolsAreDone() throws IOException {
        assertEquals(List.of(2620L, 37L), total("gemini", "home", "T21-32-7515da23"));
    }

    @Test
    void geminiWritesAllMessagesAgainWhenASessionIsResumed() throws IOException {
        assertEquals(List.of(4830L, 43L), total("gemini", "home", "T21-34-11111111"));
    }

    @Test
    void geminiCountsWhatWasRewound() throws IOException {
        assertEquals(List.of(3710L, 92L), total("gemini", "home", "T21-42-7b05678d"));
    }

    @Test
    void kimiRepeatsMessagesAsEvents() throws IOException {
        assertEquals(List.of(300L, 60L), total("kimi", "home", "session_aaa55ebb-26ad-4b20-b356"));
    }

    @Test
    void aForkOfKimiCopiesTheLines() throws IOException {
        assertEquals(
                total("kimi", "home", "session_b865d691"),
                total(counted("kimi", "home", "session_b865d691", "session_81fde973").stream()));
    }

    @Test
    void theOldKimiTellsTheSizeOfTheContextBesideTheUsage() throws IOException {
        assertEquals(List.of(9665L, 57L), total("kimi", "home-cli", "0f1e2d3c-"));
    }

    @Test
    void qwenTellsTheUsageBeforeTheAnswerAndWithIt() throws IOException {
        assertEquals(List.of(1300L, 73L), total("qwen", "home", "0c45cd48-"));
    }

    @Test
    void qwenTellsRequestsThatHaveNoAnswer() throws IOException {
        assertEquals(List.of(2400L, 14L), total("qwen", "home", "5ccc7f16-"));
    }

    @Test
    void aForkOfOpenCodeCopiesMessagesUnderNewIds() throws IOException {
        // Sixteen answers with tokens, three of them copies.
        assertEquals(16, counted("opencode", "home", "opencode.db").size());
    }

    @Test
    void theCopiesOfAForkOfOpenCodeCountOnce() throws IOException {
        assertEquals(List.of(1300L, 260L), total("opencode", "home", "opencode.db"));
    }

    @Test
    void openCodeLeavesItsOldFilesBehindWhenItMigratesThem() throws IOException {
        var old = counted("opencode", "home-legacy", "storage/session");
        var migrated = counted("opencode", "home-migrated", "opencode.db");
        assertEquals(9, old.size());
        assertEquals(List.of(900L, 180L), total(old.stream()));
        assertEquals(List.of(900L, 180L), total(Stream.concat(old.stream(), migrated.stream())));
    }
}
