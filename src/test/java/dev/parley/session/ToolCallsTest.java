package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.SessionState;
import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.ToolResult;
import dev.parley.tool.Tool;
import dev.parley.tool.ToolCall;
import dev.parley.wire.ToolDefinition;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

class ToolCallsTest {
    @TempDir Path directory;

    private interface Body {
        String answer(ToolCall call) throws InterruptedException;
    }

    private static Tool tool(String name, Body body) {
        var definition =
                new ToolDefinition(name, "Does it.", Json.object(), ToolDefinition.Effect.WRITES);
        return new Tool() {
            @Override
            public ToolDefinition definition() {
                return definition;
            }

            @Override
            public ToolResult call(ToolCall call) throws InterruptedException {
                return ToolResult.text(body.answer(call));
            }
        };
    }

    /// Tells when it was ended.
    private static Tool waiting(CountDownLatch started, CountDownLatch ended) {
        return tool(
                "wait",
                _ -> {
                    started.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } finally {
                        ended.countDown();
                    }
                    return "never";
                });
    }

    @Test
    void theAgentGetsWhatTheToolAnswers() throws Exception {
        var called = new AtomicReference<ToolCall>();
        try (var stub = new LiveStub(directory, LiveStub.Setup.PLAIN)) {
            stub.tools.register(
                    tool(
                            "greet",
                            call -> {
                                called.set(call);
                                return "hello";
                            }));

            var id = stub.startSaying("call greet");
            stub.await(id, SessionState.IDLE);

            assertThat(stub.story(id)).endsWith("said answered hello\nturn.end completed");
            assertThat(called.get().caller().session()).contains(id);
            assertThat(called.get().moment().turn()).isNotEmpty();
        }
    }

    @Test
    void aSessionGoesOnWhileAToolWaits() throws Exception {
        var answer = new CountDownLatch(1);
        try (var stub = new LiveStub(directory, LiveStub.Setup.PLAIN)) {
            stub.tools.register(
                    tool(
                            "wait",
                            _ -> {
                                answer.await();
                                return "done";
                            }));

            var id = stub.startSaying("call wait");
            stub.await(id, info -> info.turnId() != null);
            stub.sessions.ask(id, Action.Prompt.of("next"));
            stub.await(id, info -> info.queued() == 1);
            answer.countDown();
            stub.await(id, SessionState.IDLE);

            assertThat(stub.story(id))
                    .contains("said answered done")
                    .endsWith("turn.end completed");
        }
    }

    @Test
    void anInterruptedTurnEndsItsCalls() throws Exception {
        var started = new CountDownLatch(1);
        var ended = new CountDownLatch(1);
        try (var stub = new LiveStub(directory, LiveStub.Setup.PLAIN)) {
            stub.tools.register(waiting(started, ended));
            var id = stub.startSaying("call wait");
            started.await();

            stub.sessions.ask(id, new Action.Interrupt());

            ended.await();
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id)).endsWith("turn.end interrupted").doesNotContain("answered");
        }
    }

    @Test
    void aClosedSessionEndsItsCalls() throws Exception {
        var started = new CountDownLatch(1);
        var ended = new CountDownLatch(1);
        try (var stub = new LiveStub(directory, LiveStub.Setup.PLAIN)) {
            stub.tools.register(waiting(started, ended));
            var id = stub.startSaying("call wait");
            started.await();

            stub.sessions.ask(id, new Action.Close());

            ended.await();
        }
    }
}
