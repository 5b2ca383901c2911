package dev.parley.door.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.json.Json;
import dev.parley.testing.ParleyServer;
import dev.parley.testing.Processes;
import dev.parley.testing.Repository;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// What becomes of new files an agent leaves in a repository.
class HelpersTest {
    private static final String CHAT = "/v1/chat/completions";
    private static final String BODY =
            """
            {"model":"acme","messages":[{"role":"user","content":"tidy up\\nthe tests"}]}\
            """;

    @TempDir Path directory;

    private ParleyServer server;
    private Repository repository;

    @AfterEach
    void close() {
        server.close();
    }

    private void start(String script, Consumer<ObjectNode> change) throws Exception {
        server = new ParleyServer(directory, "TEXT", "cat > /dev/null\n" + script);
        repository = new Repository(server.repository());
        write(".gitignore", "ignored/\n*.tmp\n");
        write("ignored/old", "old\n");
        write("old.tmp", "old\n");
        write("mine.txt", "mine\n");
        write("with space/mine.txt", "mine\n");
        repository.git("add", ".gitignore");
        repository.git("commit", "-qm", "ignore");
        server.declare(change);
    }

    private static Consumer<ObjectNode> policy(String json) {
        return acme -> acme.set("policy", Json.parse(json).orElseThrow());
    }

    private void write(String name, String text) throws Exception {
        var file = server.repository().resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private JsonNode ask() throws Exception {
        return server.answer(server.posting(CHAT, BODY));
    }

    private boolean isThere(String name) {
        return Files.exists(server.repository().resolve(name));
    }

    @Test
    void deniedFilesAreRemovedAndListed() throws Exception {
        start(
                "echo x > helper.py; mkdir -p scripts; echo x > 'scripts/a b.sh'; ln -s /etc/passwd link; echo done",
                policy("{\"helpers\":\"deny\"}"));
        assertEquals(
                "{\"removed\":[\"helper.py\",\"link\",\"scripts/a b.sh\"]}",
                Json.write(ask().path("parley")));
        assertFalse(isThere("helper.py"));
        assertFalse(isThere("scripts/a b.sh"));
        assertTrue(Files.exists(Path.of("/etc/passwd")));
    }

    @Test
    void whatWasThereBeforeOrIsIgnoredIsNeverTouched() throws Exception {
        start(
                """
                echo changed >> mine.txt
                echo changed >> file.txt
                echo new > ignored/new; echo new > new.tmp
                rm -r .gitignore 'with space'
                git rm -q --cached file.txt
                echo done
                """,
                policy("{\"helpers\":\"deny\"}"));
        var removed = ask().path("parley").path("removed");
        // Without the .gitignore the agent deleted, a file it made is no longer an ignored one.
        assertEquals("[\"new.tmp\"]", Json.write(removed));
        for (var name : List.of("mine.txt", "file.txt", "ignored/old", "ignored/new", "old.tmp")) {
            assertTrue(isThere(name), name);
        }
        assertThat(Files.readString(server.repository().resolve("mine.txt")))
                .isEqualTo("mine\nchanged\n");
    }

    @Test
    void aFailedAgentLeavesNoFilesEither() throws Exception {
        start("echo x > helper.py; echo no >&2; exit 1", policy("{\"helpers\":\"deny\"}"));
        assertEquals(
                "no\nNew files were removed: helper.py",
                ask().path("error").path("detail").asString());
        assertFalse(isThere("helper.py"));
    }

    @Test
    void norDoesOneWhoseClientHangsUp() throws Exception {
        start(
                "echo x > helper.py; echo $$ > \"$HOME/pid\"; exec sleep 600",
                policy("{\"helpers\":\"deny\"}"));
        long pid;
        try (var _ = server.dial(CHAT, BODY)) {
            var file = server.file("pid");
            Awaitility.await().until(() -> Files.exists(file) && !Files.readString(file).isBlank());
            pid = Long.parseLong(Files.readString(file).strip());
        }
        Processes.awaitEnd(pid);
        Awaitility.await().until(() -> !isThere("helper.py"));
    }

    @Test
    void inAWorktreeDeniedFilesAreNotInThePatch() throws Exception {
        start(
                "echo x > helper.py; echo changed > file.txt; echo done",
                acme -> {
                    policy("{\"helpers\":\"deny\"}").accept(acme);
                    acme.put("worktree", true);
                });
        var extras = ask().path("parley");
        assertEquals("[\"helper.py\"]", Json.write(extras.path("removed")));
        assertThat(extras.path("patch").asString()).contains("+changed").doesNotContain("helper");
    }

    @Test
    void allowedFilesAreCommittedWithALineInTheLog() throws Exception {
        start(
                "echo x > helper.py; echo changed > file.txt; git add file.txt; echo done",
                policy("{\"helpers\":\"allow\",\"commitHelpers\":true}"));
        var extras = ask().path("parley");
        assertEquals("[\"helper.py\"]", Json.write(extras.path("committed")));
        assertEquals(extras.path("commit").asString(), repository.git("rev-parse", "HEAD").strip());
        assertEquals(
                ".parley/helpers.log\nhelper.py\n",
                repository.git("show", "--name-only", "--format=", "HEAD"));
        assertEquals(
                "Add helper files of acme (stub)\n\ntidy up the tests\n\n",
                repository.git("show", "-s", "--format=%B", "HEAD"));
        assertThat(Files.readString(server.repository().resolve(".parley/helpers.log")))
                .matches("\\d{4}-\\S+Z acme \\(stub\\): tidy up the tests \\(helper.py\\)\n");
        assertEquals(
                "M  file.txt\n?? mine.txt\n?? \"with space/\"\n",
                repository.git("status", "--porcelain"));
    }

    @Test
    void withoutNewFilesNothingIsCommitted() throws Exception {
        start("echo done", policy("{\"commitHelpers\":true}"));
        var before = repository.git("rev-parse", "HEAD");
        assertFalse(ask().has("parley"));
        assertEquals(before, repository.git("rev-parse", "HEAD"));
    }

    @Test
    void aDirectoryWithoutARepositoryIsRefused() throws Exception {
        server = new ParleyServer(directory, "TEXT", "touch \"$HOME/ran\"; echo done");
        server.declare(policy("{\"helpers\":\"deny\"}"));
        assertThat(ask().path("error").path("message").asString())
                .contains("is in no git repository");
        assertFalse(Files.exists(server.file("ran")));
    }
}
