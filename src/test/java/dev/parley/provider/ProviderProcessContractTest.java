package dev.parley.provider;

import static dev.parley.testing.real.Proofs.Behaviour.INTERRUPT;
import static dev.parley.testing.real.Proofs.Behaviour.ISOLATED_HOME;
import static dev.parley.testing.real.Proofs.Behaviour.KILL;
import static dev.parley.testing.real.Proofs.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.event.EndReason;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.Children;
import dev.parley.testing.real.EveryCli;
import dev.parley.testing.real.FileTree;
import dev.parley.testing.real.RealAgent;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.RealHome;
import dev.parley.testing.real.Told;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// What every provider leaves behind, shown with the real CLI behind Parley's own stack: no process
/// when a run is cut short, and no file in the user's home when it was given another one.
@Tag("real")
class ProviderProcessContractTest {
    /// Some CLIs refuse a plain `sleep`.
    private static final String ENDLESS = "tail -f /dev/null";

    @TempDir Path temp;

    @BeforeEach
    void useRealPaths() throws IOException {
        temp = temp.toRealPath();
    }

    @EveryCli
    void leavesTheUsersHomeUntouched(RealCli cli) throws Exception {
        try (var model = ScriptedModel.saying(Reply.shell("echo hi"), Reply.text("all done"))) {
            var user = userHome(cli, model);
            var agent = new RealAgent(cli, temp, user);
            var before = FileTree.of(user.home());
            var other = cli.home(temp.resolve("other"), model).home();
            var told = agent.ask("say hi").home(other).run();
            assertThat(told.outcome().answer()).as("%s", told).isEqualTo("all done");
            var resumed = agent.ask("again").resuming(told.sessionId()).home(other).run();
            assertThat(resumed.sessionId()).as("%s", resumed).isEqualTo(told.sessionId());
            assertThat(FileTree.of(user.home())).isEqualTo(before);
            var state = agent.profile().home().in(Map.of("HOME", other.toString()));
            assertThat(state).isNotEmptyDirectory();
            show(cli, ISOLATED_HOME);
        }
    }

    /// A user with settings of their own, and with every variable that could lead there.
    private RealHome userHome(RealCli cli, ScriptedModel model) throws IOException {
        var prepared = cli.home(temp.resolve("user"), model);
        Files.writeString(prepared.home().resolve("letter.txt"), "dear\n");
        var environment = new HashMap<>(prepared.environment());
        environment.put("TMPDIR", Files.createDirectory(temp.resolve("tmp")).toString());
        environment.put("XDG_CONFIG_HOME", prepared.home().resolve(".config").toString());
        environment.put("XDG_DATA_HOME", prepared.home().resolve(".local/share").toString());
        environment.put("XDG_STATE_HOME", prepared.home().resolve(".local/state").toString());
        environment.put("XDG_CACHE_HOME", prepared.home().resolve(".cache").toString());
        return new RealHome(prepared.home(), environment);
    }

    @EveryCli
    void leavesNoProcessWhenInterrupted(RealCli cli) throws Exception {
        try (var model = ScriptedModel.saying(Reply.shell(ENDLESS), Reply.text("too late"))) {
            var running = RealAgent.in(temp, cli, model).ask("wait a while").start();
            var leader = leaderOfEndlessTool(running);
            running.thread().interrupt();
            var told = running.told().get(60, TimeUnit.SECONDS);
            assertThat(told.outcome().reason()).as("%s", told).isEqualTo(EndReason.INTERRUPTED);
            assertThat(told.fatalFailures()).as("%s", told).hasSize(1);
            assertNothingLeft(leader);
            show(cli, INTERRUPT);
        }
    }

    @EveryCli
    void leavesNoProcessWhenKilled(RealCli cli) throws Exception {
        try (var model = ScriptedModel.saying(Reply.shell(ENDLESS), Reply.text("too late"))) {
            var running = RealAgent.in(temp, cli, model).ask("wait a while").start();
            var leader = leaderOfEndlessTool(running);
            ProcessHandle.of(leader.pid()).orElseThrow().destroyForcibly();
            Told told = running.told().get(60, TimeUnit.SECONDS);
            assertThat(told.outcome().reason()).as("%s", told).isEqualTo(EndReason.ERROR);
            assertThat(told.fatalFailures()).as("%s", told).hasSize(1);
            assertNothingLeft(leader);
            show(cli, KILL);
        }
    }

    private Children.Child leaderOfEndlessTool(RealAgent.Running running) {
        var children = new Children(temp);
        await("the shell tool")
                .atMost(Duration.ofMinutes(1))
                .until(() -> running.told().isDone() || children.running(ENDLESS).isPresent());
        assertThat(running.told()).isNotDone();
        return children.leader();
    }

    private void assertNothingLeft(Children.Child leader) {
        await("the end of all processes")
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> {
                    assertThat(new Children(temp).alive()).isEmpty();
                    assertThat(new Children(temp).tagged(leader.tag().orElseThrow())).isEmpty();
                });
    }
}
