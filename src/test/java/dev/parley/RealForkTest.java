package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.ForkRequest;
import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.api.SessionState;
import dev.parley.event.Action;
import dev.parley.event.Permission;
import dev.parley.testing.Repository;
import dev.parley.testing.model.ModelRequest;
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

/// Every real CLI goes on from a turn in a new worktree, as a session of its own that knows exactly
/// what was said until then; only the model is scripted.
@Tag("real")
class RealForkTest {
    @TempDir Path temp;

    private static Reply mind(ModelRequest request) {
        var said = String.join("\n", request.userTexts());
        if (said.contains("ANOTHER-WAY")) {
            return Reply.text("ANSWER-FORK");
        }
        var results = request.toolResults().size();
        if (said.contains("PROMPT-TWO")) {
            return results < 2 ? Reply.write("two.txt", "2\n") : Reply.text("ANSWER-TWO");
        }
        return results < 1 ? Reply.write("one.txt", "1\n") : Reply.text("ANSWER-ONE");
    }

    @EveryLiveCli
    void goesOnFromATurnWithWhatWasSaidAndTheFilesOfThen(RealCli cli) throws Exception {
        try (var model = ScriptedModel.answering(RealForkTest::mind)) {
            var directory = Files.createDirectories(temp.toRealPath().resolve(cli.id()));
            var parley = RealParley.with(cli, directory, model);
            new Repository(parley.work());
            try (var app = new App(parley.variables())) {
                var id =
                        app.sessions()
                                .start(
                                        NewSession.with(
                                                        cli.id(),
                                                        parley.work().toString(),
                                                        Permission.BYPASS)
                                                .saying(Action.Prompt.of("PROMPT-ONE")))
                                .id();
                awaitTurns(app, id, 1);
                app.sessions().ask(id, Action.Prompt.of("PROMPT-TWO"));
                awaitTurns(app, id, 2);
                assertThat(parley.work().resolve("two.txt")).exists();

                var before = model.mainRequests().size();
                var forked =
                        app.fork().fork(id, 1, new ForkRequest("ANOTHER-WAY", null, null, null));
                assertThat(forked.nativeId())
                        .as("a native session that is not the old one")
                        .isNotNull()
                        .isNotEqualTo(app.sessions().info(id).nativeId());
                assertEquals("1\n", Files.readString(forked.cwd().resolve("one.txt")));
                assertThat(forked.cwd().resolve("two.txt")).doesNotExist();
                awaitTurns(app, forked.id(), 1);
                var asked = model.mainRequests().subList(before, model.mainRequests().size());
                var all = asked.getLast().toString();
                assertThat(all).contains("PROMPT-ONE", "one.txt", "ANSWER-ONE", "ANOTHER-WAY");
                assertThat(all).doesNotContain("PROMPT-TWO", "ANSWER-TWO", "earlier-conversation");
                assertThat(app.sessions().info(id).state()).isEqualTo(SessionState.IDLE);
            }
        }
    }

    private static void awaitTurns(App app, SessionId id, int number) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(50))
                .until(() ->
                        app.sessions().info(id).state() == SessionState.IDLE
                                && app.changes().of(id).turns().stream()
                                                .filter(turn -> turn.endedAt() != null)
                                                .count()
                                        >= number);
    }
}
