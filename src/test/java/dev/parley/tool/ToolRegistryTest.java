package dev.parley.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.ToolResult;
import dev.parley.wire.ToolDefinition;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;

class ToolRegistryTest {
    private final ToolRegistry registry = new ToolRegistry();

    @Test
    void callsAToolWithArgumentsThatFit() throws InterruptedException {
        registry.register(
                StubTool.named(
                        "greet", call -> "hello " + call.arguments().path("who").asString()));

        assertThat(registry.call("greet", StubTool.call("{\"who\":\"Ada\"}")))
                .isEqualTo(ToolResult.text("hello Ada"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|/: Object does not have some of the required properties [[who]]",
                "{\"who\":7}|/who: Value is [integer] but should be [string]",
                "{\"who\":\"Ada\",\"age\":1}|/age: there is no such argument",
                "\"Ada\"|/: Value is [string] but should be [object]",
                "null|/: Value is [null] but should be [object]"
            })
    void saysWhichArgumentDoesNotFit(String arguments, String complaint)
            throws InterruptedException {
        registry.register(StubTool.named("greet", _ -> "never"));

        var result = registry.call("greet", StubTool.call(arguments));

        assertThat(result.isError()).isTrue();
        assertThat(result.text()).contains("do not fit greet").contains(complaint);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e999999999", "-1e999999999", "1.5"})
    void takesNoNumberForAnIntegerThatIsNone(String number) throws InterruptedException {
        registry.register(
                StubTool.of(
                        "count",
                        "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}",
                        _ -> "never"));

        var result = registry.call("count", StubTool.call("{\"n\":" + number + "}"));

        assertThat(result.isError()).isTrue();
    }

    @Test
    void takesOnePointZeroForAnInteger() throws InterruptedException {
        registry.register(
                StubTool.of(
                        "count",
                        "{\"properties\":{\"n\":{\"type\":\"integer\",\"enum\":[1]}}}",
                        _ -> "counted"));

        assertThat(registry.call("count", StubTool.call("{\"n\":1.0}")).text())
                .isEqualTo("counted");
    }

    @Test
    void namesTheClosestToolWhereThereIsNone() throws InterruptedException {
        registry.register(StubTool.named("create_ticket", _ -> ""));

        assertThat(registry.call("create_tickets", StubTool.call("{}")))
                .isEqualTo(
                        ToolResult.error(
                                "There is no tool \"create_tickets\". Did you mean create_ticket?"));
    }

    @Test
    void aProblemIsAnErrorThatTheAgentReads() throws InterruptedException {
        registry.register(
                StubTool.named(
                        "fail",
                        _ -> {
                            throw Problem.invalid("The board is closed.", "Come back later.");
                        }));

        assertThat(registry.call("fail", StubTool.call("{\"who\":\"\"}")))
                .isEqualTo(ToolResult.error("The board is closed. Come back later."));
    }

    @Test
    void aFaultOfAToolDoesNotShowItsInsides() throws InterruptedException {
        registry.register(
                StubTool.named(
                        "fail",
                        _ -> {
                            throw new IllegalStateException("secret");
                        }));

        var result = registry.call("fail", StubTool.call("{\"who\":\"\"}"));

        assertThat(result.isError()).isTrue();
        assertThat(result.text()).contains("failed inside Parley").doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Create", "a-b", "1st", "a.b", "a b"})
    void refusesNamesThatSomeCliWouldNotTake(String name) {
        assertThatThrownBy(() -> registry.register(StubTool.named(name, _ -> "")))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("is no name for a tool");
    }

    @Test
    void refusesASecondToolOfTheSameName() {
        registry.register(StubTool.named("greet", _ -> ""));

        assertThatThrownBy(() -> registry.register(StubTool.named("greet", _ -> "")))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("already");
    }

    @Test
    void refusesASchemaThatIsNone() {
        assertThatThrownBy(() ->
                        registry.register(StubTool.of("greet", "{\"type\":\"nothing\"}", _ -> "")))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("is no JSON Schema");
    }

    @Test
    void listsToolsInTheSameOrderEveryTime() {
        for (var name : new String[] {"zeta", "alpha", "mid"}) {
            registry.register(StubTool.named(name, _ -> ""));
        }

        assertThat(registry.definitions())
                .extracting(ToolDefinition::name)
                .containsExactly("alpha", "mid", "zeta");
        assertThat(registry.definitions(java.util.Set.of("mid", "gone")))
                .extracting(ToolDefinition::name)
                .containsExactly("mid");
    }

    @Test
    void aToolThatIsTakenAwayEndsItsCallsCleanly() throws Exception {
        var started = new CountDownLatch(1);
        registry.register(
                StubTool.named(
                        "wait",
                        _ -> {
                            started.countDown();
                            new CountDownLatch(1).await();
                            return "never";
                        }));
        var call =
                new FutureTask<>(() -> {
                    var result = registry.call("wait", StubTool.call("{\"who\":\"\"}"));
                    return result.text() + " " + Thread.currentThread().isInterrupted();
                });
        Thread.startVirtualThread(call);
        started.await();

        registry.unregister("wait");

        assertThat(call.get()).isEqualTo("The tool wait was taken away. false");
    }

    @Test
    void aHundredCallsAtOnceAllEnd() throws Exception {
        var together = new CountDownLatch(100);
        registry.register(
                StubTool.named(
                        "echo",
                        call -> {
                            together.countDown();
                            together.await();
                            return call.arguments().path("who").asString();
                        }));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = new ArrayList<Callable<String>>();
            for (var i = 0; i < 100; i++) {
                var arguments = Json.write(Json.object().put("who", "n" + i));
                calls.add(() -> registry.call("echo", StubTool.call(arguments)).text());
            }
            var answers = new ArrayList<String>();
            for (var answer : threads.invokeAll(calls)) {
                answers.add(answer.get());
            }
            assertThat(answers).doesNotHaveDuplicates().hasSize(100).contains("n0", "n99");
        }
    }
}
