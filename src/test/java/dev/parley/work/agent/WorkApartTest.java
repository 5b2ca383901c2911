package dev.parley.work.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.event.Permission;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/// Work in worktrees, alone and side by side.
@Timeout(120)
class WorkApartTest extends AgentsAtWork {
    @Test
    void aWorktreeKeepsTheProjectAsItIs() throws Exception {
        machine.cli("alpha", "echo changed > file.txt; echo new > made.txt; say n1 done");
        var result = run(apart(request("alpha-1", "change it").permitted(Permission.EDIT)));
        assertEquals(Optional.of(List.of("file.txt", "made.txt")), result.filesChanged());
        assertThat(result.patch().orElseThrow()).contains("+changed", "-first", "+new");
        assertEquals(result.patch().get(), Files.readString(result.patchPath().orElseThrow()));
        assertEquals(Optional.empty(), result.keptWorktree());
        assertEquals("first\n", Files.readString(machine.project().resolve("file.txt")));
        assertFalse(Files.exists(machine.project().resolve("made.txt")));
    }

    @Test
    void aWorktreeOfWorkThatFailedStays() throws Exception {
        machine.cli("alpha", "echo changed > file.txt; exit 1");
        var result = run(apart(request("alpha-1", "change it").permitted(Permission.EDIT)));
        assertEquals(WorkResult.Status.FAILED, result.status());
        assertTrue(Files.exists(result.keptWorktree().orElseThrow()));
    }

    @Test
    void severalDoTheSameSideBySideAndAreCompared() throws Exception {
        machine.cli("alpha", "echo a > file.txt; say n1 'alpha did it'; use 1 1")
                .cli("beta", "echo b > b.txt; echo c > c.txt; say n2 'beta did it'")
                .cli("gamma", "exit 7");
        machine.settings(
                "\"agents\":{\"checks\":{\""
                        + machine.project()
                        + "\":[\"/bin/sh\",\"-c\",\"test ! -e b.txt\"]}}");
        Files.writeString(
                machine.config().resolve("prices.json"),
                "{\"models\":{\"alpha-1\":{\"input\":1,\"output\":2}}}");
        var outcome =
                machine.app()
                        .agents()
                        .together()
                        .run(
                                List.of("alpha-1", "beta-1", "gamma-1", "no-such-model"),
                                request("", "do it").permitted(Permission.EDIT),
                                _ -> {});
        var lines = outcome.comparison().lines().toList();
        assertEquals("alpha-1: completed, 1 files, +1 -1, checks passed, 0.0000 USD", lines.get(0));
        assertEquals(
                "beta-1: completed, 2 files, +2 -0, checks failed, cost unknown", lines.get(1));
        assertEquals("gamma-1: failed, 0 files, +0 -0, not checked, cost unknown", lines.get(2));
        assertEquals(
                "no-such-model: not started: ModelNotFound: There is no model \"no-such-model\".",
                lines.get(3));
        assertFalse(outcome.isError());
        assertEquals("first\n", Files.readString(machine.project().resolve("file.txt")));
    }
}
