package dev.parley.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.HelperPolicy;
import dev.parley.api.RepositoryModel;
import dev.parley.base.problem.Problem;
import dev.parley.event.Permission;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

class ModelRegistryTest {
    @TempDir Path directory;

    private Path file;
    private ModelRegistry registry;

    @BeforeEach
    void open() {
        file = directory.resolve("models.json");
        registry = new ModelRegistry(file, List.of("codex", "demo"), Clock.systemUTC());
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text);
    }

    private String problem(String text) throws IOException {
        write(text);
        var problem = registry.current().problem().orElseThrow();
        assertEquals(Problem.Kind.BROKEN_CONFIGURATION, problem.kind());
        return problem.message().replace(file.toString(), "FILE") + " " + problem.remedy();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\": {\"repoPath\": \"/r\"}} | FILE: the key \"a.driver\" is missing. Name one of codex, demo.",
                "{\"a\": {\"driver\": \"demo\"}} | FILE: the key \"a.repoPath\" is missing. Name the repository's absolute path.",
                "{\"a\": {\"driver\": \"dmeo\", \"repoPath\": \"/r\"}} | FILE: the value of \"a.driver\" is \"dmeo\". Did you mean demo?",
                "{\"a\": {\"driver\": \"demo\", \"repoPath\": \"r\"}} | FILE: the value of \"a.repoPath\" is \"r\". Write the absolute path of the repository.",
                "{\"a\": {\"driver\": \"demo\", \"repoPath\": \"/r\", \"agentFile\": \"../x\"}} | FILE: the value of \"a.agentFile\" is \"../x\". Name a file inside the repository.",
                "{\"a\": {\"driver\": \"demo\", \"repoPath\": \"/r\", \"agentFile\": \"/x\"}} | FILE: the value of \"a.agentFile\" is \"/x\". Name a file inside the repository.",
                "{\"a\": {\"driver\": \"demo\", \"repoPath\": \"/r\", \"maxConcurrent\": 0}} | FILE: \"a.maxConcurrent\" is 0, but must be between 1 and 1000. Correct that value.",
                "{\"a\": {\"driver\": \"demo\", \"repoPath\": \"/r\", \"toolTimeoutSeconds\": 0}} | FILE: \"a.toolTimeoutSeconds\" is 0, but must be between 1 and 604800. Correct that value.",
                "{\"a\": {\"driver\": \"demo\", \"repoPath\": \"/r\", \"tools\": \"map\", \"worktree\": true}} | FILE: \"a.tools\" cannot be \"map\" with a worktree. Leave one of them out: functions of clients need a live session.",
                "{\"a\": {\"driver\": \"demo\", \"repoPath\": \"/r\", \"timeoutSeconds\": 0}} | FILE: \"a.timeoutSeconds\" is 0, but must be between 1 and 604800. Correct that value.",
                "{\"a\": {\"driver\": \"demo\", \"repoPath\": \"/r\", \"policy\": {\"helpers\": \"deny\", \"commitHelpers\": true}}} | FILE: \"a.policy\" denies helpers and commits them. Leave out commitHelpers, or allow helpers.",
                "{\"a\": {\"driver\": \"demo\", \"repoPath\": \"/r\", \"worktree\": true, \"policy\": {\"commitHelpers\": true}}} | FILE: \"a.policy.commitHelpers\" is of no use with a worktree. Leave it out; new files are in the patch.",
                "{\"a\": {\"driver\": \"demo\", \"repoPaht\": \"/r\"}} | FILE: unknown key \"a.repoPaht\". Did you mean repoPath?",
                "{\"a b\": {\"driver\": \"demo\", \"repoPath\": \"/r\"}} | FILE: \"a b\" is no name for a model. Use up to 100 letters, digits, dots, colons, dashes and underscores.",
                "`` | FILE is empty. Write a JSON object, or remove it."
            })
    void everyMistakeNamesFileAndKey(String text, String expected) throws IOException {
        assertEquals(expected, problem(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]",
                "{\"a\": 1}",
                "{\"a\": null}",
                "{\"a\": {\"driver\": \"demo\", \"repoPath\": \"/r\", \"worktree\": \"yes\"}}",
                "{\"a\": {\"driver\": \"demo\", \"repoPath\": \"/r\", \"permission\": \"all\"}}",
                "{\"a\": {\"driver\": \"demo\", \"repoPath\": \"/r\", \"policy\": {\"helpers\": 1.5}}}",
                "{\"a\": {\"driver\": \"demo\", \"repoPath\": \"/r\"}, \"a\": {}}",
                "{\"a\":"
            })
    void aWrongTypeIsAProblemToo(String text) throws IOException {
        assertThat(problem(text)).startsWith("FILE");
    }

    @Test
    void withoutAFileThereAreNoModels() {
        assertEquals(List.of(), List.copyOf(registry.current().models().keySet()));
        assertEquals(Optional.empty(), registry.current().problem());
    }

    @Test
    void leavesOutWhatHasADefault() throws IOException {
        write("{\"a\": {\"driver\": \"demo\", \"repoPath\": \"/r\"}}");
        var model = registry.current().models().get("a");
        assertEquals("AGENTS.md", model.agentFile());
        assertEquals(Permission.ASK, model.permission());
        assertEquals(new HelperPolicy(HelperPolicy.Helpers.ALLOW, false), model.policy());
        assertEquals(Duration.ofMinutes(1), model.timeoutOr(Duration.ofMinutes(1)));
    }

    @Test
    void readsEverythingAnEntryMaySay() throws IOException {
        write(
                """
                {"a": {"driver": "codex", "repoPath": "/r", "agentFile": "docs/AGENT.md", "model": "m", "permission": "edit",
                       "worktree": true, "keepWorktree": true, "timeoutSeconds": 5, "maxConcurrent": 2,
                       "policy": {"helpers": "allow", "commitHelpers": false}, "warm": false}}
                """);
        assertEquals(Optional.empty(), registry.current().problem());
        assertEquals(
                new RepositoryModel(
                        "codex",
                        "/r",
                        "docs/AGENT.md",
                        "m",
                        Permission.EDIT,
                        true,
                        true,
                        5,
                        2,
                        new HelperPolicy(HelperPolicy.Helpers.ALLOW, false),
                        false),
                registry.current().models().get("a"));
    }

    @Test
    void aChangedFileIsReadAgainAndABrokenOneKeepsTheLastGood() throws IOException {
        write("{\"a\": {\"driver\": \"demo\", \"repoPath\": \"/r\"}}");
        assertThat(registry.current().models()).containsOnlyKeys("a");
        write("{\"b\": {\"driver\": \"demo\", \"repoPath\": \"/r\"}}");
        assertThat(registry.current().models()).containsOnlyKeys("b");
        write("{\"c\": {");
        assertThat(registry.current().models()).containsOnlyKeys("b");
        assertThat(registry.current().problem()).isPresent();
        write("{\"c\": {\"driver\": \"demo\", \"repoPath\": \"/r\"}}");
        assertThat(registry.current().models()).containsOnlyKeys("c");
        assertThat(registry.current().problem()).isEmpty();
        Files.delete(file);
        assertThat(registry.current().models()).isEmpty();
    }

    @Test
    void anUnchangedFileIsNotReadAgain() throws IOException {
        write("{\"a\": {\"driver\": \"demo\", \"repoPath\": \"/r\"}}");
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
        var first = registry.current();
        assertEquals(Instant.parse("2026-01-01T00:00:00Z"), first.since());
        assertThat(registry.current()).isSameAs(first);
    }
}
