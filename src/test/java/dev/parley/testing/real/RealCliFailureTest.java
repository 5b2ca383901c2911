package dev.parley.testing.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// What each real CLI does when its model fails: the settings of [RealHome] let it give up soon.
@Tag("real")
class RealCliFailureTest {
    @TempDir Path temp;

    @EveryCli
    void recoversFromOneServerError(RealCli cli) throws Exception {
        var broken = Reply.error(500, "broken").retryAfter(Duration.ofMillis(100));
        try (var model = ScriptedModel.saying(broken, Reply.text("recovered fine"))) {
            var run = run(cli, model);
            assertThat(run.stdout()).as("%s", run).contains("recovered fine");
            assertThat(run.exitCode()).isZero();
            assertThat(model.mainRequests()).hasSize(2);
        }
    }

    @EveryCli
    void endsWithAnErrorWhenTheKeyIsRefused(RealCli cli) throws Exception {
        try (var model = ScriptedModel.saying(Reply.error(401, "no such key").forever())) {
            var run = run(cli, model);
            assertThat(run.exitCode()).as("%s", run).isPositive();
            assertThat(run.stdout() + run.stderr()).containsAnyOf("no such key", "401");
            assertThat(model.mainRequests()).hasSizeLessThanOrEqualTo(3);
        }
    }

    private CliRun run(RealCli cli, ScriptedModel model) throws Exception {
        var work = Files.createDirectory(temp.toRealPath().resolve("work"));
        var home = cli.home(temp.toRealPath().resolve("home"), model);
        return CliRun.of(home.command(work, cli.oneShot("hello there")), Duration.ofMinutes(1));
    }
}
