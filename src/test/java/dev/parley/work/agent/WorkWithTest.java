package dev.parley.work.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.problem.Problem;
import dev.parley.event.Permission;
import dev.parley.store.ConversationKey;
import dev.parley.testing.Processes;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.work.advice.Cost;
import dev.parley.work.advice.ModelUnavailable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

@Timeout(120)
class WorkWithTest extends AgentsAtWork {
    @Test
    void aTaskIsDoneAndReportedWithWhatChanged() throws Exception {
        machine.cli(
                "alpha",
                "echo new > made.txt; echo more >> file.txt; say n1 'Long talk. <SUMMARY> Made a file. </SUMMARY>'; use 100 20");
        var base = request("alpha-1", "Make a file").permitted(Permission.EDIT);
        var result =
                run(with(base, Optional.of("high"), false, Optional.empty(), Optional.empty()));

        assertEquals(WorkResult.Status.COMPLETED, result.status());
        assertEquals("Made a file.", result.summary());
        assertThat(result.text().orElseThrow()).startsWith("Long talk.");
        assertEquals(Optional.of(List.of("file.txt", "made.txt")), result.filesChanged());
        assertEquals(100, result.usage().orElseThrow().inputTokens());
        assertEquals(Cost.UNKNOWN, result.cost());
        assertEquals(Optional.of("n1"), result.nativeSessionId());
        assertEquals(
                List.of("run --edit --model alpha-1 --effort high"), machine.arguments("alpha"));
        assertThat(machine.prompts("alpha").getFirst())
                .contains("End your answer with a block between <SUMMARY>")
                .endsWith("Make a file");
    }

    @Test
    void theSameSessionGoesOnInTheNativeOneAfterARestart() throws Exception {
        machine.cli("alpha", "say n1 \"home is $ALPHA_HOME\"");
        var first = run(request("alpha-1", "one").in("s1"));
        machine.restarted();
        var second = run(request("alpha-1", "two").in("s1"));
        var other = run(request("alpha-1", "three").in("s2"));

        assertEquals(
                List.of(
                        "run --ask --model alpha-1",
                        "resume n1 --ask --model alpha-1",
                        "run --ask --model alpha-1"),
                machine.arguments("alpha"));
        assertEquals("two", machine.prompts("alpha").get(1));
        assertEquals(first.summary(), second.summary());
        assertThat(other.summary()).isNotEqualTo(first.summary());
        assertThat(first.summary())
                .startsWith("home is " + machine.data().resolve("homes"))
                .endsWith("/state");
    }

    @Test
    void whoComesBackIsToldWhatItMissedOnly() throws Exception {
        machine.cli("alpha", "say a1 'alpha has spoken'").cli("beta", "say b1 'beta has spoken'");
        run(request("alpha-1", "first task").in("s1"));
        run(request("beta-1", "second task").in("s1"));
        run(request("alpha-1", "third task").in("s1"));

        assertThat(machine.prompts("beta").getFirst())
                .contains("first task", "alpha has spoken")
                .endsWith("second task");
        assertThat(machine.prompts("alpha").get(1))
                .contains("second task", "beta has spoken")
                .doesNotContain("first task", "alpha has spoken")
                .endsWith("third task");
        var key = new ConversationKey(machine.project(), "s1");
        assertEquals(
                List.of(
                        "first task",
                        "alpha has spoken",
                        "second task",
                        "beta has spoken",
                        "third task",
                        "alpha has spoken"),
                machine.app().agents().conversations().store().turns(key).stream()
                        .map(turn -> turn.said().content())
                        .toList());
    }

    @Test
    void aSessionThatIsGoneIsBegunAnewWithWhatWasSaid() throws Exception {
        machine.cli(
                "alpha",
                """
                if [ "$1" = resume ]; then
                  echo '{"type":"error","error":{"message":"no such session","code":"session_not_found","recoverable":false}}'
                  exit 1
                fi
                say "n$N" "answer $N"
                """);
        run(request("alpha-1", "one").in("s1"));
        var second = run(request("alpha-1", "two").in("s1"));

        assertEquals(WorkResult.Status.COMPLETED, second.status(), second.summary());
        assertThat(machine.arguments("alpha").get(1)).startsWith("resume");
        assertThat(machine.arguments("alpha").get(2)).startsWith("run");
        assertThat(machine.prompts("alpha").get(2)).contains("one", "answer 0").endsWith("\n\ntwo");
        assertThat(machine.prompts("alpha").get(2).split("\ntwo", -1)).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "exit 0",
        "say n1 ''",
        "sleep 0.1",
        "printf '{\"type\":\"thinking\",\"message\":{\"role\":\"assistant\",\"content\":\"hm\"}}\\n'"
    })
    void whoSaysNothingHasFailed(String script) throws Exception {
        machine.cli("alpha", script);
        var result = run(request("alpha-1", "work").in("s1"));
        assertEquals(WorkResult.Status.FAILED, result.status());
        assertTrue(result.isError());
        assertTrue(result.error().isPresent());
    }

    @Test
    void aTimeoutEndsItAndKeepsWhatWasSaid() throws Exception {
        machine.cli(
                "alpha",
                """
                printf '{"type":"message.delta","message":{"role":"assistant","content":"half a th","isDelta":true,"messageId":"m"}}\\n'
                sleep 1000 &
                echo $! > "$LOG/pid"
                wait
                """);
        var result =
                run(
                        with(
                                request("alpha-1", "work").in("s1"),
                                Optional.empty(),
                                false,
                                Optional.empty(),
                                Optional.of(Duration.ofSeconds(3))));
        assertEquals(WorkResult.Status.TIMEOUT, result.status());
        assertEquals(Optional.of("half a th"), result.text());
        assertThat(result.error().orElseThrow())
                .startsWith("Timeout: ")
                .contains("took longer than 3");
        assertGone(directory.resolve("log-alpha/pid"));
    }

    private static void assertGone(Path pid) throws Exception {
        var number = Long.parseLong(Files.readString(pid).strip());
        assertFalse(Processes.isAlive(number));
    }

    @Test
    void workThatIsCancelledLeavesNoProcessAndIsRemembered() throws Exception {
        machine.cli("alpha", "sleep 1000 & echo $! > \"$LOG/pid\"; wait");
        var work = machine.app().agents().work();
        var thread =
                Thread.ofVirtual()
                        .start(() ->
                                assertThrows(
                                        InterruptedException.class,
                                        () -> work.run(request("alpha-1", "w").in("s1"), _ -> {})));
        var pid = directory.resolve("log-alpha/pid");
        while (!Files.exists(pid) || Files.readString(pid).isBlank()) {
            Thread.sleep(5);
        }
        thread.interrupt();
        thread.join();
        assertGone(pid);
        var turns =
                machine.app()
                        .agents()
                        .conversations()
                        .store()
                        .turns(new ConversationKey(machine.project(), "s1"));
        assertEquals("It was cancelled.", turns.get(1).said().metadata().path("error").asString());
    }

    @Test
    void aLongAnswerIsShortenedAndKept() throws Exception {
        machine.cli("alpha", "say n1 \"begin $(head -c 60000 /dev/zero | tr '\\0' x) end\"");
        var result = run(request("alpha-1", "talk"));
        assertTrue(result.truncated());
        assertThat(result.text().orElseThrow()).hasSizeLessThanOrEqualTo(20_000);
        assertThat(result.text().orElseThrow()).startsWith("begin xx").endsWith("xx end");
        assertThat(result.summary()).hasSizeLessThanOrEqualTo(20_000);
        assertEquals(60_010, Files.readString(result.fullPath().orElseThrow()).length());
        assertEquals(
                "rw-------",
                java.nio.file.attribute.PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(result.fullPath().get())));
    }

    @Test
    void theSummarizerWritesASummaryWhereTheAgentDidNot() throws Exception {
        try (var model = ScriptedModel.saying(Reply.text("It talked of x."))) {
            machine.api("local", model)
                    .settings("\"agents\":{\"summarizer\":\"local-model\"}")
                    .cli("alpha", "say n1 \"$(head -c 3000 /dev/zero | tr '\\0' x)\"");
            assertEquals("It talked of x.", run(request("alpha-1", "talk")).summary());
        }
    }

    @Test
    void theSignInIsLinkedOnlyWhereTheUserAllowsIt() throws Exception {
        var state = Files.createDirectories(directory.resolve("home/.alpha"));
        Files.writeString(state.resolve("auth.json"), "signed in");
        Files.writeString(state.resolve("mcp.json"), "servers of the user");
        Files.createDirectories(machine.config().resolve("homes/alpha/state"));
        Files.writeString(machine.config().resolve("homes/alpha/state/settings"), "minimal");
        machine.cli(
                "alpha",
                "say n1 \"$(cd $ALPHA_HOME; ls; cat auth.json 2>/dev/null)\" | tr '\\n' ' '");
        assertThat(run(request("alpha-1", "look").in("s1")).summary()).isEqualTo("settings");
        machine.close();
        machine.settings("\"agents\":{\"signIn\":[\"alpha\"]}");
        assertThat(run(request("alpha-1", "look").in("s1")).summary())
                .contains("auth.json", "signed in")
                .doesNotContain("mcp.json");
    }

    @ParameterizedTest
    @CsvSource({
        "'', default, medium, The task is empty.",
        "work, ../x, medium, That is no name of a role.",
        "work, nobody, medium, There is no role \"nobody\".",
        "work, default, extreme, There is no reasoning effort \"extreme\"."
    })
    void whatMakesNoSenseIsRefusedBeforeAnythingStarts(
            String task, String role, String effort, String message) throws Exception {
        machine.cli("alpha", "say n1 ok");
        var base = request("alpha-1", task);
        var request =
                new WorkRequest(
                        base.project(),
                        Optional.of("s1"),
                        base.agent(),
                        base.task(),
                        role,
                        List.of(),
                        Optional.of(effort),
                        base.permission(),
                        false,
                        Optional.empty(),
                        Optional.empty());
        assertEquals(message, assertThrows(Problem.class, () -> run(request)).message());
        assertEquals(List.of(), machine.prompts("alpha"));
        assertEquals(
                List.of(),
                machine.app()
                        .agents()
                        .conversations()
                        .store()
                        .turns(new ConversationKey(machine.project(), "s1")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"../..", "/etc/passwd", "missing"})
    void contextStaysInTheProject(String path) throws Exception {
        machine.cli("alpha", "say n1 ok");
        var base = request("alpha-1", "work");
        var request =
                new WorkRequest(
                        base.project(),
                        Optional.empty(),
                        base.agent(),
                        base.task(),
                        base.role(),
                        List.of(path),
                        Optional.empty(),
                        base.permission(),
                        false,
                        Optional.empty(),
                        Optional.empty());
        assertThrows(Problem.class, () -> run(request));
    }

    @Test
    void aModelWithoutACliCannotWork() throws Exception {
        machine.cli("alpha", "say n1 ok");
        var none =
                assertThrows(ModelUnavailable.class, () -> run(request("o3-deep-research", "w")));
        assertEquals("NoCliAvailable", none.reason().code());
        var missing = assertThrows(ModelUnavailable.class, () -> run(request("gpt-5.2", "w")));
        assertThat(missing.message())
                .startsWith("NoCliAvailable: ")
                .contains("Codex is not installed");
        assertThat(missing.remedy()).contains("alpha-1");
    }

    @Test
    void aProviderOfTheUsersOwnIsNamedByItsId() throws Exception {
        machine.cli("alpha", "say n1 ok").namesNoModel();
        var result = run(request("alpha", "work"));
        assertEquals(WorkResult.Status.COMPLETED, result.status());
        assertEquals(
                List.of("run --ask"),
                machine.arguments("alpha").stream()
                        .map(one -> one.replaceAll(" --effort.*", ""))
                        .toList());
    }
}
