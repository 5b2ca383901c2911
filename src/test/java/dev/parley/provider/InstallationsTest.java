package dev.parley.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.problem.Problem;
import dev.parley.process.Supervisor;
import dev.parley.testing.Processes;
import dev.parley.testing.Profiles;
import dev.parley.testing.Stub;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class InstallationsTest {
    private static final ProviderProfile CODEX = Profiles.of("codex");
    private static final ProviderProfile KIMI = Profiles.of("kimi");
    private static final Duration AMPLE = Duration.ofMinutes(1);

    @TempDir Path directory;

    private Path bin;
    private Supervisor supervisor;

    @BeforeEach
    void open() throws IOException {
        bin = Files.createDirectory(directory.resolve("bin"));
        supervisor = new Supervisor(directory.resolve("ledgers"));
    }

    @AfterEach
    void close() {
        supervisor.close();
    }

    private Installations installations(Map<String, String> more) {
        return installations(more, Clock.systemUTC(), AMPLE);
    }

    private Installations installations(Map<String, String> more, Clock clock, Duration limit) {
        var environment = new HashMap<>(Map.of("PATH", bin + ":/usr/bin:/bin"));
        environment.putAll(more);
        return new Installations(
                supervisor, environment, directory.resolve("versions"), clock, limit, limit);
    }

    /// Counts in a file how often it was asked.
    private Path stub(String name, String version) {
        return Stub.script(
                bin, name, "echo asked >> '" + directory + "/asked'\necho '" + version + "'");
    }

    private int asked() throws IOException {
        var file = directory.resolve("asked");
        return Files.exists(file) ? Files.readAllLines(file).size() : 0;
    }

    @Test
    void findsACliOnThePath() throws Exception {
        var codex = stub("codex", "codex-cli 0.166.0");
        var found = installations(Map.of()).check(CODEX);
        assertEquals(
                new Installation(
                        CODEX,
                        List.of(codex.toString()),
                        Optional.of(codex),
                        Optional.of("0.166.0")),
                found);
        assertTrue(found.isRecentEnough());
    }

    @Test
    void looksWithoutAsking() throws Exception {
        var codex = stub("codex", "codex-cli 0.166.0");
        var installations = installations(Map.of());
        assertTrue(installations.isThere(CODEX));
        assertEquals(
                new Installation(
                        CODEX, List.of(codex.toString()), Optional.of(codex), Optional.empty()),
                installations.locate(CODEX));
        assertEquals(0, asked());
    }

    @Test
    void aMissingCliIsMissing() throws Exception {
        Files.createDirectory(bin.resolve("codex"));
        var found = installations(Map.of("PATH", bin.toString())).check(CODEX);
        assertFalse(found.isInstalled());
        assertEquals(
                "CLI not found: codex", assertThrows(Problem.class, found::orMissing).message());
    }

    @Test
    void aFileThatMayNotBeExecutedIsNoCli() throws Exception {
        Files.writeString(bin.resolve("codex"), "#!/bin/sh\n");
        assertFalse(installations(Map.of("PATH", bin.toString())).isThere(CODEX));
    }

    @Test
    void aVariableNamesAnotherCommandInQuotedWords() throws Exception {
        var other = Stub.script(bin, "other cli", "echo \"$# $1 $2 $3\"; echo codex-cli 0.151.0");
        var found =
                installations(Map.of("CODEX_CMD", "\"" + other + "\" --config 'a b'")).check(CODEX);
        assertEquals(List.of(other.toString(), "--config", "a b"), found.command());
        assertEquals(Optional.of(other), found.path());
        assertEquals(Optional.of("0.151.0"), found.version());
    }

    @Test
    void aVariableMayNameAPathWithSpacesWithoutQuotes() throws Exception {
        var other = Stub.script(bin, "other cli", "echo codex-cli 0.151.0");
        var found = installations(Map.of("CODEX_CMD", " " + other + " ")).check(CODEX);
        assertEquals(List.of(other.toString()), found.command());
        assertEquals(Optional.of("0.151.0"), found.version());
    }

    @Test
    void aVariableThatNamesNothingIsReportedAsItWasWritten() throws Exception {
        stub("codex", "codex-cli 0.166.0");
        var found = installations(Map.of("CODEX_CMD", "/no/such/codex --x")).check(CODEX);
        assertEquals(
                "CLI not found: /no/such/codex",
                assertThrows(Problem.class, found::orMissing).message());
    }

    @Test
    void anEmptyVariableIsNotSet() throws Exception {
        var codex = stub("codex", "codex-cli 0.166.0");
        assertEquals(
                Optional.of(codex), installations(Map.of("CODEX_CMD", " ")).locate(CODEX).path());
    }

    @Test
    void aVersionThatIsTooOldIsNoticed() throws Exception {
        stub("codex", "codex-cli 0.99.0");
        assertFalse(installations(Map.of()).check(CODEX).isRecentEnough());
    }

    @Test
    void aCliThatDoesNotTellItsVersionIsInstalledAllTheSame() throws Exception {
        Stub.script(bin, "codex", "echo 0.166.0; exit 1");
        var found = installations(Map.of()).check(CODEX);
        assertTrue(found.isInstalled());
        assertTrue(found.isRecentEnough());
        assertEquals(Optional.empty(), found.version());
    }

    @Test
    void aCliThatHangsWhenAskedIsEnded() throws Exception {
        var pid = directory.resolve("pid");
        Stub.script(bin, "codex", "echo $$ > '" + pid + "'\nexec sleep 1000");
        var limit = Duration.ofSeconds(1);
        var found = installations(Map.of(), Clock.systemUTC(), limit).check(CODEX);
        assertTrue(found.isInstalled());
        assertEquals(Optional.empty(), found.version());
        Processes.awaitEnd(Long.parseLong(Files.readString(pid).strip()));
    }

    @Test
    void theAnswerIsKeptForAMinute() throws Exception {
        stub("codex", "codex-cli 0.166.0");
        var first = installations(Map.of()).check(CODEX);
        assertEquals(first, installations(Map.of()).check(CODEX));
        assertEquals(1, asked());

        var later = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(2));
        assertEquals(first, installations(Map.of(), later, AMPLE).check(CODEX));
        assertEquals(2, asked());
    }

    @Test
    void whoIsTooSlowToAnswerIsWhoItWas() throws Exception {
        var busy = directory.resolve("busy");
        Stub.script(bin, "codex", "test ! -e '" + busy + "' || exec sleep 1000\necho 0.166.0");
        var first = installations(Map.of()).check(CODEX);
        Files.createFile(busy);
        var later = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(2));
        assertEquals(first, installations(Map.of(), later, Duration.ofSeconds(1)).check(CODEX));
        assertEquals(Optional.of("0.166.0"), first.version());
    }

    @Test
    void anotherExecutableIsAskedAgain() throws Exception {
        stub("codex", "codex-cli 0.166.0");
        installations(Map.of()).check(CODEX);
        stub("codex", "codex-cli 0.170.10");
        assertEquals(Optional.of("0.170.10"), installations(Map.of()).check(CODEX).version());
        assertEquals(2, asked());
    }

    @Test
    void aKeptAnswerThatIsBrokenIsAskedAgain() throws Exception {
        stub("codex", "codex-cli 0.166.0");
        Files.createDirectories(directory.resolve("versions"));
        Files.write(directory.resolve("versions/codex"), new byte[] {(byte) 0xff, 0, 10});
        assertEquals(Optional.of("0.166.0"), installations(Map.of()).check(CODEX).version());
    }

    @Test
    void anAnswerThatCannotBeKeptIsGivenAllTheSame() throws Exception {
        stub("codex", "codex-cli 0.166.0");
        Files.writeString(directory.resolve("versions"), "a file where a directory should be");
        assertEquals(Optional.of("0.166.0"), installations(Map.of()).check(CODEX).version());
    }

    @Test
    void tellsTheTwoProductsCalledKimiApart() throws Exception {
        stub("kimi", "kimi, version 1.49");
        var legacy = installations(Map.of()).locate(KIMI);
        assertEquals("Kimi CLI", legacy.profile().name());
        assertEquals(Optional.of("1.49"), legacy.version());

        stub("kimi", "2.1.0");
        var current = installations(Map.of()).locate(KIMI);
        assertEquals("Kimi Code", current.profile().name());
        assertEquals(Optional.of("2.1.0"), current.version());
    }

    @Test
    void whichProductItIsStaysTrueAsLongAsTheExecutableStaysTheSame() throws Exception {
        stub("kimi", "kimi, version 1.49");
        installations(Map.of()).locate(KIMI);
        var later = Clock.offset(Clock.systemUTC(), Duration.ofDays(30));
        assertEquals(
                "Kimi CLI", installations(Map.of(), later, AMPLE).locate(KIMI).profile().name());
        assertEquals(1, asked());
    }

    @Test
    void theCliIsAskedWithoutTheKeysOfOthers() throws Exception {
        Stub.script(bin, "codex", "echo \"codex-cli 0.166.0 [$OPENAI_API_KEY$ANTHROPIC_API_KEY]\"");
        var environment = Map.of("OPENAI_API_KEY", "mine", "ANTHROPIC_API_KEY", "theirs");
        installations(environment).check(CODEX);
        assertTrue(
                Files.readString(directory.resolve("versions/codex"))
                        .endsWith("codex-cli 0.166.0 [mine]"));
    }
}
