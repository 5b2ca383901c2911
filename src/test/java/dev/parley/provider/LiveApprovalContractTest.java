package dev.parley.provider;

import static dev.parley.api.LiveCapability.APPROVAL;
import static dev.parley.api.LiveCapability.APPROVAL_FOR_SESSION;
import static dev.parley.api.LiveCapability.EDITED_INPUT;
import static dev.parley.api.LiveCapability.MODE_SWITCH;
import static dev.parley.api.LiveCapability.REASON;
import static dev.parley.api.LiveCapability.TOOLS;
import static dev.parley.testing.real.Proofs.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.Permission;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.EveryLiveCli;
import dev.parley.testing.real.LiveAgent;
import dev.parley.testing.real.LiveConnection;
import dev.parley.testing.real.RealCli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What every provider promises about permissions in a live conversation, kept by the real CLI
/// behind its dialect.
@Tag("real")
class LiveApprovalContractTest {
    @TempDir Path temp;

    @BeforeEach
    void useRealPaths() throws IOException {
        temp = temp.toRealPath();
    }

    @EveryLiveCli
    void asksBeforeItWrites(RealCli cli) throws Exception {
        try (var model =
                        ScriptedModel.saying(
                                Reply.write("yes.txt", "written\n"),
                                Reply.text("done"),
                                Reply.write("no.txt", "written\n"),
                                Reply.text("then not"));
                var agent = LiveAgent.thatCan(temp, cli, model, APPROVAL);
                var live = agent.converse(agent.wish())) {
            live.prompt("t1", "write it");
            var asked = live.request(1);
            assertThat(asked.options()).contains("allow", "deny");
            assertThat(asked.input().toString()).contains("yes.txt");
            assertThat(agent.work().resolve("yes.txt")).doesNotExist();
            live.decide(asked, Action.Decision.ALLOW, null);
            live.ended("t1", EndReason.COMPLETED);
            assertThat(agent.work().resolve("yes.txt")).as("%s", live).hasContent("written\n");
            assertTools(agent, live);
            live.prompt("t2", "write another");
            live.decide(live.request(2), Action.Decision.DENY, "never on a Monday");
            live.ended("t2", EndReason.COMPLETED);
            assertThat(agent.work().resolve("no.txt")).doesNotExist();
            assertThat(live.events("c1", Event.ToolReturned.class).getLast().isError())
                    .as("%s", live)
                    .isTrue();
            show(cli, APPROVAL);
            var heard = model.mainRequests().getLast().body().toString();
            agent.shows(REASON, heard.contains("never on a Monday"), live);
            assertThat(live.events("c1", Event.Failed.class)).as("%s", live).isEmpty();
        }
    }

    private static void assertTools(LiveAgent agent, LiveConnection live) {
        var called = live.events("c1", Event.ToolCalled.class);
        agent.shows(TOOLS, !called.isEmpty(), live);
        assertThat(live.events("c1", Event.ToolReturned.class))
                .as("%s", live)
                .singleElement()
                .satisfies(result -> {
                    assertThat(result.callId()).isEqualTo(called.getFirst().callId());
                    assertThat(result.isError()).isFalse();
                });
    }

    @EveryLiveCli
    void doesNotAskAgainInThisSession(RealCli cli) throws Exception {
        try (var model =
                        ScriptedModel.saying(
                                change(cli, "notes.txt"),
                                Reply.text("done"),
                                change(cli, "notes.txt"),
                                Reply.text("done again"));
                var agent = LiveAgent.thatCan(temp, cli, model, APPROVAL_FOR_SESSION)) {
            initialize(agent.work());
            var before = settings(agent);
            try (var live = agent.converse(agent.wish())) {
                live.prompt("t1", "write it");
                var asked = live.request(1);
                assertThat(asked.options()).contains("allow_for_session");
                live.decide(asked, Action.Decision.ALLOW_FOR_SESSION, null);
                live.ended("t1", EndReason.COMPLETED);
                live.ask("t2", "write it again", EndReason.COMPLETED);
                assertThat(live.events("c1", Event.ApprovalRequested.class)).hasSize(1);
                assertThat(agent.work().resolve("notes.txt")).as("%s", live).exists();
                assertThat(live.events("c1", Event.ToolReturned.class)).as("%s", live).hasSize(2);
            }
            assertThat(settings(agent)).isEqualTo(before);
            show(cli, APPROVAL_FOR_SESSION);
        }
    }

    /// Something that needs a person's yes in a git repository.
    private static Reply change(RealCli cli, String file) {
        return cli == RealCli.KIMI
                ? Reply.shell("echo written > " + file)
                : Reply.write(file, "written\n");
    }

    /// The user's own settings, and the project's.
    private static List<String> settings(LiveAgent agent) throws IOException {
        try (var files = Files.walk(agent.home().getParent(), 4)) {
            return files.filter(Files::isRegularFile)
                    .filter(file ->
                            file.getFileName()
                                    .toString()
                                    .matches(
                                            "(settings.*|opencode|config)\\.(json|toml)|.*\\.rules"))
                    .map(LiveApprovalContractTest::text)
                    .sorted()
                    .toList();
        }
    }

    private static String text(Path file) {
        try {
            return file + "\n" + Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /// A CLI may as well let a command fail in its sandbox without a question.
    @EveryLiveCli
    void doesNotAskAboutTheSameCommandAgain(RealCli cli) throws Exception {
        var touch = Reply.shell("touch made.txt");
        try (var model =
                        ScriptedModel.saying(
                                touch, Reply.text("done"), touch, Reply.text("again"));
                var agent = LiveAgent.thatCan(temp, cli, model, APPROVAL_FOR_SESSION);
                var live = agent.converse(agent.wish())) {
            live.prompt("t1", "touch it");
            await().atMost(LiveConnection.PATIENCE)
                    .until(() ->
                            !live.events("c1", Event.ApprovalRequested.class).isEmpty()
                                    || !live.events("c1", Event.TurnEnded.class).isEmpty());
            for (var asked : live.events("c1", Event.ApprovalRequested.class)) {
                live.decide(asked, Action.Decision.ALLOW_FOR_SESSION, null);
                live.ended("t1", EndReason.COMPLETED);
                live.ask("t2", "and again", EndReason.COMPLETED);
                assertThat(live.events("c1", Event.ApprovalRequested.class)).hasSize(1);
                assertThat(agent.work().resolve("made.txt")).as("%s", live).exists();
            }
        }
    }

    @EveryLiveCli
    void doesWhatAPersonWroteInstead(RealCli cli) throws Exception {
        try (var model =
                        ScriptedModel.saying(
                                Reply.write("asked.txt", "written\n"), Reply.text("done"));
                var agent = LiveAgent.thatCan(temp, cli, model, EDITED_INPUT);
                var live = agent.converse(agent.wish())) {
            live.prompt("t1", "write it");
            var asked = live.request(1);
            var edited = asked.input().toString().replace("asked.txt", "edited.txt");
            live.say(
                    "c1",
                    new Action.Decide(
                            asked.requestId(),
                            Action.Decision.ALLOW,
                            null,
                            Json.parse(edited).orElseThrow()));
            live.ended("t1", EndReason.COMPLETED);
            assertThat(agent.work().resolve("edited.txt")).as("%s", live).hasContent("written\n");
            assertThat(agent.work().resolve("asked.txt")).doesNotExist();
            show(cli, EDITED_INPUT);
        }
    }

    @EveryLiveCli
    void switchesThePermissionMode(RealCli cli) throws Exception {
        try (var model =
                        ScriptedModel.saying(
                                change(cli, "one.txt"),
                                Reply.text("then not"),
                                change(cli, "two.txt"),
                                Reply.text("done"));
                var agent = LiveAgent.thatCan(temp, cli, model, MODE_SWITCH)) {
            var less = cli == RealCli.KIMI ? Permission.BYPASS : Permission.EDIT;
            initialize(agent.work());
            var before = settings(agent);
            try (var live = agent.converse(agent.wish())) {
                live.prompt("t1", "write it");
                live.decide(live.request(1), Action.Decision.DENY, null);
                live.ended("t1", EndReason.COMPLETED);
                if (model.mainRequests().size() == 1) {
                    // The refusal ended the turn: the model has not said yet what it has to say.
                    live.ask("t2", "so?", EndReason.COMPLETED);
                }
                live.say("c1", new Action.SwitchMode(less, agent.settings(less)));
                live.next(
                        "c1",
                        Event.SessionChanged.class,
                        changed -> less.wireName().equals(changed.permission()));
                live.ask("t3", "write the other", EndReason.COMPLETED);
                assertThat(live.events("c1", Event.ApprovalRequested.class)).hasSize(1);
                assertThat(agent.work().resolve("one.txt")).doesNotExist();
                assertThat(agent.work().resolve("two.txt")).as("%s", live).hasContent("written\n");
            }
            assertThat(settings(agent)).isEqualTo(before);
            show(cli, MODE_SWITCH);
        }
    }

    private static void initialize(Path project) throws IOException, InterruptedException {
        new ProcessBuilder("git", "init", "-q", project.toString()).start().waitFor();
    }
}
