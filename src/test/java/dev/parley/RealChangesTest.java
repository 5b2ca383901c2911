package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.api.SessionState;
import dev.parley.api.UndoRequest;
import dev.parley.event.Action;
import dev.parley.event.Permission;
import dev.parley.testing.Repository;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.EveryLiveCli;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.RealParley;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// What every real CLI does to files is seen and taken back; only the model is scripted.
@Tag("real")
class RealChangesTest {
    private static final String WORK =
            "printf 'more\\n' >> file.txt; rm gone.txt; mv old.txt new.txt; chmod +x run.sh;"
                    + " printf 'x\\n' > behind.txt";

    @TempDir Path temp;

    @EveryLiveCli
    void whatItDoesToFilesIsSeenAndTakenBack(RealCli cli) throws Exception {
        try (var model =
                ScriptedModel.saying(
                        Reply.write("created.txt", "made\n"),
                        Reply.shell(WORK),
                        Reply.text("done"),
                        Reply.text("heard"))) {
            var directory = Files.createDirectories(temp.toRealPath().resolve(cli.id()));
            var parley = RealParley.with(cli, directory, model);
            var repository = repository(parley.work());
            var head = repository.git("rev-parse", "HEAD") + repository.git("ls-files", "-s");
            try (var app = new App(parley.variables())) {
                var id =
                        app.sessions()
                                .start(
                                        NewSession.with(
                                                        cli.id(),
                                                        parley.work().toString(),
                                                        Permission.BYPASS)
                                                .saying(Action.Prompt.of("change the files")))
                                .id();
                awaitTurn(app, id, 1);
                var turn = app.changes().turn(id, 1);
                assertEquals(
                        List.of(
                                "added behind.txt",
                                "added created.txt",
                                "changed file.txt",
                                "deleted gone.txt",
                                "renamed new.txt",
                                "mode run.sh"),
                        turn.files().stream()
                                .map(file -> file.kind().wireName() + " " + file.path())
                                .toList(),
                        () -> cli + ": " + turn);
                var plan = app.changes().undo(id, new UndoRequest(1, false, List.of(), false));
                assertEquals(List.of(), plan.conflicts());
                assertEquals("", repository.git("status", "--porcelain"));
                assertEquals(
                        head,
                        repository.git("rev-parse", "HEAD") + repository.git("ls-files", "-s"));
                app.sessions().ask(id, Action.Prompt.of("go on"));
                awaitTurn(app, id, 3);
                assertThat(model.requests().toString()).contains("has taken back changes");
                repository.git("fsck", "--strict");
            }
        }
    }

    private static Repository repository(Path work) throws Exception {
        var repository = new Repository(work);
        Files.writeString(work.resolve("gone.txt"), "gone\n");
        Files.writeString(work.resolve("old.txt"), "a file that moves\nwith lines\n");
        Files.writeString(work.resolve("run.sh"), "#!/bin/sh\n");
        repository.git("add", ".");
        repository.git("commit", "-qm", "more");
        return repository;
    }

    private static void awaitTurn(App app, SessionId id, int number) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(50))
                .until(() ->
                        app.sessions().info(id).state() == SessionState.IDLE
                                && app.changes().of(id).turns().stream()
                                        .anyMatch(turn ->
                                                turn.number() == number && turn.endedAt() != null));
    }
}
