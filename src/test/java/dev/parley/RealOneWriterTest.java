package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.api.SessionState;
import dev.parley.event.Action;
import dev.parley.event.Permission;
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
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A session of a real CLI that is live in one Parley, and another Parley that wants to write to
/// it.
@Tag("real")
class RealOneWriterTest {
    @TempDir Path temp;

    /// What the model was told last of what was said, in its order, each once.
    private static List<String> told(ScriptedModel model) {
        return Pattern.compile("prompt-(alpha|beta|gamma)|(first|second|third) answer")
                .matcher(model.mainRequests().getLast().body().toString())
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();
    }

    private static void awaitIdle(App app, SessionId id) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(120))
                .until(() -> {
                    var info = app.sessions().info(id);
                    return info.state() == SessionState.IDLE && info.nativeId() != null;
                });
    }

    @EveryLiveCli
    void noTurnIsLostToASecondWriter(RealCli cli) throws Exception {
        var directory = Files.createDirectories(temp.toRealPath().resolve(cli.id()));
        try (var model =
                ScriptedModel.saying(
                        Reply.text("first answer"),
                        Reply.text("second answer"),
                        Reply.text("third answer"))) {
            var parley = RealParley.with(cli, directory, model);
            String key;
            String[] run;
            try (var app = new App(parley.variables())) {
                var id =
                        app.sessions()
                                .start(
                                        NewSession.with(
                                                        cli.id(),
                                                        parley.work().toString(),
                                                        Permission.EDIT)
                                                .saying(Action.Prompt.of("prompt-alpha")))
                                .id();
                awaitIdle(app, id);
                key = cli.id() + ":" + app.sessions().info(id).nativeId();
                run =
                        new String[] {
                            "run", "--resume", key, "--permission", "bypass", "prompt-beta"
                        };
                var refused = parley.run(run);
                assertEquals(5, refused.code(), refused.output());
                assertThat(refused.output()).contains(key + " is in use", id.toString());
                app.sessions().ask(id, Action.Prompt.of("prompt-gamma"));
                Awaitility.await()
                        .atMost(Duration.ofSeconds(120))
                        .until(() -> model.mainRequests().size() >= 2);
                awaitIdle(app, id);
                assertEquals(List.of("prompt-alpha", "first answer", "prompt-gamma"), told(model));
            }
            // That Parley is gone, and its sessions are free.
            var resumed = parley.run(run);
            assertEquals(0, resumed.code(), resumed.output());
            assertEquals(
                    List.of(
                            "prompt-alpha",
                            "first answer",
                            "prompt-gamma",
                            "second answer",
                            "prompt-beta"),
                    told(model));
        }
    }
}
