package dev.parley.door.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.Progress;
import dev.parley.base.json.Json;
import dev.parley.testing.ParleyServer;
import dev.parley.testing.Processes;
import dev.parley.testing.Repository;
import dev.parley.testing.Stub;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Calls in worktrees of their own, with a real git.
class ChatWorktreeTest {
    private static final String CHAT = "/v1/chat/completions";
    private static final String BODY =
            "{\"model\":\"acme\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

    @TempDir Path directory;

    private ParleyServer server;
    private Repository repository;

    @AfterEach
    void close() {
        server.close();
    }

    private void start(String script, boolean keep) throws Exception {
        server = new ParleyServer(directory, "TEXT", script);
        repository = new Repository(server.repository());
        server.declare(acme -> acme.put("worktree", true).put("keepWorktree", keep));
    }

    private JsonNode ask() throws Exception {
        return server.answer(server.posting(CHAT, BODY));
    }

    private long worktrees() throws Exception {
        return repository.git("worktree", "list").lines().count() - 1;
    }

    @Test
    void addsRunsAndRemovesInThisOrder() throws Exception {
        var real = directory.toRealPath();
        var git = Files.createDirectories(real.resolve("bin"));
        Stub.script(
                git,
                "git",
                "echo \"git $*\" >> " + real.resolve("log") + "\nexec /usr/bin/git \"$@\"");
        server =
                new ParleyServer(
                        directory,
                        "TEXT",
                        "echo \"agent in $PWD\" >> \"$HOME/log\"; echo changed > file.txt; echo done",
                        git + ":/usr/bin:/bin");
        repository = new Repository(server.repository());
        server.declare(acme -> acme.put("worktree", true));
        Files.deleteIfExists(server.file("log"));
        ask();
        var log =
                Files.readString(server.file("log"))
                        .replaceAll("[0-9a-f]{12}-[0-9a-f-]{36}", "ID")
                        .replaceAll("[0-9a-f]{40}", "COMMIT")
                        .replace(real.resolve("parley/data").toString(), "DATA");
        assertEquals(
                List.of(
                        "git rev-parse --verify HEAD^{commit}",
                        "git rev-parse --show-prefix",
                        "git worktree add --detach DATA/worktrees/ID COMMIT",
                        "agent in DATA/worktrees/ID",
                        // whose .git it is, and whether a submodule would be lost
                        "git rev-parse --git-common-dir",
                        "git ls-files --stage -z",
                        "git add --all",
                        "git diff --cached --binary --output=DATA/worktrees/ID.patch COMMIT",
                        "git worktree remove --force DATA/worktrees/ID"),
                log.lines().toList());
    }

    @Test
    void thePatchComesBackAndTheRepositoryStaysAsItWas() throws Exception {
        start("echo changed > file.txt; echo done", false);
        var answer = ask();
        assertThat(answer.path("parley").path("patch").asString()).contains("-first\n+changed\n");
        assertFalse(answer.path("parley").has("worktree"));
        assertEquals("first\n", Files.readString(repository.path().resolve("file.txt")));
        assertEquals(0, worktrees());
        var streamed =
                server.send(server.posting(CHAT, BODY.replaceFirst("}$", ",\"stream\":true}")));
        assertThat(streamed.body())
                .contains("\"finish_reason\":\"stop\"}],\"parley\":{\"patch\":\"diff");
    }

    /// The worktree is gone; what it was made of is remembered, also when all is read again.
    @Test
    void theHistoryKnowsACallByItsTaskAndItsRepository() throws Exception {
        server = new ParleyServer(directory, "TEXT", "echo unused");
        repository = new Repository(server.repository());
        Files.writeString(server.repository().resolve("AGENTS.md"), "# Rules of this repository");
        repository.git("add", "AGENTS.md");
        repository.git("commit", "-m", "rules");
        server.declare(acme -> acme.put("driver", "demo").put("worktree", true));
        var body = BODY.replace("hi", "Count the flags\\nand name them");
        assertTrue(server.answer(server.posting(CHAT, body)).path("choices").isArray());
        assertEquals(0, worktrees());

        var history = server.app().history();
        history.refresh(Progress.SILENT);
        history.rebuild(Progress.SILENT);
        var entry = history.view().sessions().getFirst();
        assertEquals("Count the flags", entry.title());
        assertEquals(server.repository().toString(), entry.project());
        assertThat(entry.session().cwd()).contains("/worktrees/");
    }

    @Test
    void aWorktreeWithChangesStaysWhenItIsAskedFor() throws Exception {
        start("echo changed > file.txt; echo done", true);
        var kept = Path.of(ask().path("parley").path("worktree").asString());
        assertEquals("changed\n", Files.readString(kept.resolve("file.txt")));
    }

    @Test
    void aFailedAgentsWorkIsNotLost() throws Exception {
        start("echo changed > file.txt; echo no >&2; exit 1", false);
        var detail = ask().path("error").path("detail").asString();
        assertThat(detail).startsWith("no\nWhat it changed is in ");
        var kept = Path.of(detail.replaceFirst("(?s).* is in (.*)\\.", "$1"));
        assertEquals("changed\n", Files.readString(kept.resolve("file.txt")));
    }

    @Test
    void aFailedAgentWithoutWorkLeavesNothing() throws Exception {
        start("echo no >&2; exit 1", false);
        assertEquals("no", ask().path("error").path("detail").asString());
        assertEquals(0, worktrees());
    }

    @Test
    void callsRunBesideEachOther() throws Exception {
        start(
                """
                touch "$HOME/started-$$"
                while [ "$(ls "$HOME" | grep -c started-)" -lt 2 ]; do sleep 0.05; done
                echo done
                """,
                false);
        var calls =
                List.of(
                        CompletableFuture.supplyAsync(this::quietly),
                        CompletableFuture.supplyAsync(this::quietly));
        for (var call : calls) {
            assertTrue(call.join().has("choices"), Json.write(call.join()));
        }
        assertEquals(0, worktrees());
    }

    private JsonNode quietly() {
        try {
            return ask();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aClientThatHangsUpLeavesNoEmptyWorktree() throws Exception {
        start("echo $$ > \"$HOME/pid\"; exec sleep 600", false);
        long pid;
        try (var _ = server.dial(CHAT, BODY)) {
            var file = server.file("pid");
            Awaitility.await().until(() -> Files.exists(file) && !Files.readString(file).isBlank());
            pid = Long.parseLong(Files.readString(file).strip());
        }
        Processes.awaitEnd(pid);
        Awaitility.await().until(() -> worktrees() == 0);
    }
}
