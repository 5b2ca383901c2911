package dev.parley.door.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.base.problem.Problem;
import dev.parley.testing.AgentMachine;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;

/// Agents of Parley's as clients of its MCP door.
@Timeout(300)
class AgentsAskAgentsTest {
    private static final String WAIT =
            "echo \"$PARLEY_PASS\" > \"$LOG/pass\"; while [ ! -e \"$LOG/go\" ]; do sleep 0.05; done;"
                    + " say n1 done";

    @TempDir Path directory;
    private AgentMachine machine;

    @BeforeEach
    void open() throws Exception {
        machine = new AgentMachine(directory);
    }

    @AfterEach
    void close() {
        machine.close();
    }

    private static void await(Callable<Boolean> fact) {
        Awaitility.await().atMost(Duration.ofSeconds(120)).until(fact);
    }

    private PipedClient client(Optional<String> pass) throws IOException {
        return new PipedClient(machine.app().mcp(), machine.project(), pass, "{}");
    }

    /// Has an agent begin to work, and tells its pass.
    private String pass(PipedClient client, String agent, String more) throws IOException {
        var _ =
                client.say(
                        "tools/call",
                        "{\"name\":\"work_with\",\"arguments\":{\"agent\":\"%s-1\",\"task\":\"work\"%s}}"
                                .formatted(agent, more));
        var file = directory.resolve("log-" + agent + "/pass");
        await(() -> Files.exists(file) && !Files.readString(file).isBlank());
        return Files.readString(file).strip();
    }

    private void go(String agent) throws IOException {
        Files.writeString(directory.resolve("log-" + agent + "/go"), "");
    }

    private static String text(JsonNode answer) {
        assertThat(answer.path("result").path("isError").asBoolean(false))
                .as(answer.toString())
                .isTrue();
        return answer.path("result").path("content").path(0).path("text").asString("");
    }

    @Test
    void aChainIsBoundedByDepthAndPermission() throws Exception {
        machine.cli("alpha", WAIT).cli("beta", WAIT).cli("gamma", "say n3 ok");
        try (var person = client(Optional.empty())) {
            var first = pass(person, "alpha", ",\"permission\":\"edit\"");
            try (var agent = client(Optional.of(first))) {
                assertThat(
                                text(
                                        agent.call(
                                                "work_with",
                                                task("gamma", ",\"permission\":\"bypass\""))))
                        .startsWith(
                                "PermissionExceeded: you work with the permission \"edit\", so an agent that works for you cannot have \"bypass\".")
                        .contains("Ask again with the permission \"edit\"");
                // It may write into the directory its caller writes into, who waits for it.
                var second = pass(agent, "beta", ",\"permission\":\"edit\"");
                assertThat(second).isNotEqualTo(first);
                try (var deep = client(Optional.of(second))) {
                    assertThat(text(deep.call("work_with", task("gamma", ""))))
                            .startsWith("ChainTooDeep: you were asked by another agent")
                            .contains("only 2 deep", "Do this part yourself");
                    assertThat(
                                    deep.call(
                                                    "work_with",
                                                    "{\"agents\":[\"gamma-1\"],\"task\":\"x\"}")
                                            .toString())
                            .contains("ChainTooDeep");
                    var id =
                            deep.call("start_job", job("gamma"))
                                    .at("/result/structuredContent/job_id")
                                    .asString();
                    assertThat(deep.call("poll_job", "{\"job_id\":\"" + id + "\"}").toString())
                            .contains("ChainTooDeep");
                }
                go("beta");
                assertThat(agent.next().toString()).contains("done");
            }
            assertThat(machine.prompts("gamma")).isEmpty();
            go("alpha");
            assertThat(person.next().toString()).contains("done");
            // Its work is over, and so is its pass.
            try (var late = client(Optional.of(first))) {
                assertThat(late.call("work_with", task("gamma", "")).path("error").toString())
                        .contains("No agent at work has this pass");
            }
        }
    }

    private static String task(String agent, String more) {
        return "{\"agent\":\"%s-1\",\"task\":\"work\"%s}".formatted(agent, more);
    }

    private static String job(String agent) {
        return "{\"tool\":\"work_with\",\"arguments\":" + task(agent, "") + "}";
    }

    @Test
    void aChainIsBoundedByHowManyWorkInItAndWhatTheyCost() throws Exception {
        machine.cli("alpha", WAIT)
                .cli("beta", "say n2 ok; use 1000000 0")
                .settings("\"agents\":{\"maxDescendants\":3,\"maxChainCost\":0.5}");
        Files.writeString(
                machine.config().resolve("prices.json"),
                "{\"models\":{\"beta-1\":{\"input\":0.3,\"output\":1}}}");
        try (var person = client(Optional.empty());
                var agent = client(Optional.of(pass(person, "alpha", "")))) {
            assertThat(agent.call("work_with", task("beta", "")).toString()).contains("completed");
            assertThat(agent.call("work_with", task("beta", "")).toString()).contains("completed");
            assertThat(text(agent.call("work_with", task("beta", ""))))
                    .startsWith("ChainTooLong: 3 pieces of work were begun for the same request");
            go("alpha");
        }
        machine.close();
        Files.delete(directory.resolve("log-alpha/go"));
        Files.delete(directory.resolve("log-alpha/pass"));
        machine.settings("\"agents\":{\"maxDescendants\":30,\"maxChainCost\":0.5}");
        try (var person = client(Optional.empty());
                var agent = client(Optional.of(pass(person, "alpha", "")))) {
            assertThat(agent.call("work_with", task("beta", "")).toString()).contains("completed");
            assertThat(agent.call("work_with", task("beta", "")).toString()).contains("completed");
            assertThat(text(agent.call("work_with", task("beta", ""))))
                    .startsWith("ChainTooExpensive: the work for this request has cost 0.60");
            go("alpha");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"made-up", "", " ", "\u0000", "../../etc"})
    void aForgedPassIsRefused(String forged) throws Exception {
        machine.cli("alpha", "say n1 ok");
        var door = machine.app().mcp();
        var refusal =
                Assertions.assertThrows(
                        Problem.class,
                        () -> door.client(Optional.of(machine.project()), Optional.of(forged)));
        assertThat(refusal.kind()).isEqualTo(Problem.Kind.UNAUTHORIZED);
        assertThat(machine.prompts("alpha")).isEmpty();
    }

    @Test
    void anAgentSeesNoJobsOfThePerson() throws Exception {
        machine.cli("alpha", WAIT);
        try (var person = client(Optional.empty());
                var agent = client(Optional.of(pass(person, "alpha", "")))) {
            var id =
                    person.call("start_job", job("alpha"))
                            .at("/result/structuredContent/job_id")
                            .asString();
            assertThat(text(agent.call("poll_job", "{\"job_id\":\"" + id + "\"}")))
                    .contains("There is no job");
            go("alpha");
        }
    }

    @Test
    void aSessionThatWaitsForItsCallerIsNotWaitedFor() throws Exception {
        machine.cli("alpha", WAIT);
        try (var person = client(Optional.empty());
                var agent = client(Optional.of(pass(person, "alpha", ",\"session_id\":\"s1\"")))) {
            assertThat(text(agent.call("work_with", task("alpha", ",\"session_id\":\"s1\""))))
                    .startsWith("SessionBusy: alpha works in the session \"s1\" already");
            go("alpha");
        }
    }

    @Test
    void aSessionThatWorkedForAClientIsWarmAndCanBeFollowed() throws Exception {
        try (var client = client(Optional.empty())) {
            var call =
                    "{\"agent\":\"demo\",\"task\":\"%s\",\"session_id\":\"s1\",\"permission\":\"plan\"}";
            var first = client.call("work_with", call.formatted("brief one"));
            var second = client.call("work_with", call.formatted("brief two"));
            assertThat(second.at("/result/structuredContent/native_session_id"))
                    .isEqualTo(first.at("/result/structuredContent/native_session_id"));
            var listed =
                    client.call("list_sessions", "{}").at("/result/structuredContent/sessions");
            var id =
                    listed.valueStream()
                            .filter(one -> one.path("session_id").asString().equals("s1"))
                            .findFirst()
                            .orElseThrow()
                            .path("live_id")
                            .asString();
            var followed =
                    client.call("follow_session", "{\"session_id\":\"" + id + "\",\"wait_s\":0}")
                            .at("/result/structuredContent");
            assertThat(followed.path("events").toString()).contains("brief one", "brief two");
            assertThat(
                            followed.path("events")
                                    .valueStream()
                                    .filter(one ->
                                            one.path("type").asString().equals("session.start")))
                    .as("one process for both: %s", followed)
                    .hasSize(1);
        }
    }
}
