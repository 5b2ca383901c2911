package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.parley.api.SessionState;
import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.ToolResult;
import dev.parley.session.LiveStub.Setup;
import dev.parley.tool.Tool;
import dev.parley.tool.ToolCall;
import dev.parley.wire.ToolDefinition;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Who is let in to the tools of a session, and how long.
class ToolAccessTest {
    @TempDir Path directory;

    private record Greet() implements Tool {
        @Override
        public ToolDefinition definition() {
            return new ToolDefinition(
                    "greet", "Greets.", Json.object(), ToolDefinition.Effect.READS);
        }

        @Override
        public ToolResult call(ToolCall call) {
            return ToolResult.text("hello");
        }
    }

    private LiveStub stub(Setup setup) {
        var stub = new LiveStub(directory, setup);
        stub.tools.register(new Greet());
        return stub;
    }

    private static void awaitClosed(StubToolHost.Guest guest) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> guest.isClosed);
    }

    @Test
    void theAgentIsLetInAsLongAsItsSessionIsOpen() throws Exception {
        try (var stub = stub(Setup.PLAIN)) {
            var id = stub.startSaying("hello");
            stub.await(id, SessionState.IDLE);
            var guest = stub.toolHost.guests.getFirst();
            assertThat(guest.client.caller().session()).contains(id);
            assertThat(guest.client.tools().definitions()).hasSize(1);
            assertFalse(guest.isClosed);

            stub.sessions.ask(id, new Action.Close());

            awaitClosed(guest);
            assertThat(stub.toolHost.guests).hasSize(1);
        }
    }

    @Test
    void anAgentThatCrashesIsLetInNoMoreAndTheNextOneIsAnother() throws Exception {
        try (var stub = stub(Setup.PLAIN)) {
            var id = stub.startSaying("crash");
            var first = guest(stub, 0);
            awaitClosed(first);
            stub.say(id, "hello");

            assertFalse(guest(stub, 1).isClosed);
        }
    }

    private static StubToolHost.Guest guest(LiveStub stub, int number) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> stub.toolHost.guests.size() > number);
        return stub.toolHost.guests.get(number);
    }

    @Test
    void anIdleProcessThatIsEndedIsLetInNoMore() throws Exception {
        try (var stub = stub(Setup.PLAIN.with(Duration.ofMillis(50), 4, Duration.ofMinutes(1)))) {
            stub.startSaying("hello");
            awaitClosed(guest(stub, 0));
        }
    }

    @Test
    void callsEndWithTheirTurnAlsoWhenTheAgentDoesNotListen() throws Exception {
        try (var stub = stub(Setup.PLAIN.with(Duration.ofMillis(50)))) {
            var id = stub.startSaying("stubborn");
            stub.awaitTurn(id);
            var guest = guest(stub, 0);
            assertEquals(0, guest.ends.get());

            stub.sessions.ask(id, new Action.Interrupt());

            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> guest.ends.get() > 0 || guest.isClosed);
        }
    }

    @Test
    void anInterruptedTurnEndsItsCalls() throws Exception {
        try (var stub = stub(Setup.PLAIN)) {
            var id = stub.startSaying("wait");
            stub.awaitTurn(id);
            stub.sessions.ask(id, new Action.Interrupt());
            stub.await(id, SessionState.IDLE);

            assertThat(guest(stub, 0).ends.get()).isPositive();
            assertFalse(guest(stub, 0).isClosed);
        }
    }

    @Test
    void aSessionWithoutToolsStartsAsEverAndSharesNoProcessWithOthers() throws Exception {
        try (var stub = stub(Setup.PLAIN.sharing("everything"))) {
            var with = stub.start();
            var without = stub.sessions.start(stub.request().withTools(List.of())).id();
            stub.await(with, SessionState.IDLE);
            stub.await(without, SessionState.IDLE);

            assertThat(Files.readAllLines(stub.directory.resolve("arguments")))
                    .containsExactlyInAnyOrder("live with-tools", "live");
            assertThat(stub.toolHost.guests).hasSize(1);
        }
    }

    @Test
    void aSessionThatWaitsForAPlaceLeavesNobodyIn() throws Exception {
        try (var stub = stub(Setup.PLAIN.with(Duration.ofMinutes(1), 1, Duration.ofMinutes(1)))) {
            var first = stub.startSaying("wait");
            stub.awaitTurn(first);
            var second = stub.startSaying("hello");
            awaitClosed(guest(stub, 1));

            stub.sessions.ask(first, new Action.Interrupt());
            stub.await(second, SessionState.IDLE);

            assertFalse(guest(stub, 2).isClosed);
        }
    }

    @Test
    void aCallThatTheAgentDoesNotTellOfHasAMomentAllTheSame() throws Exception {
        try (var stub = stub(Setup.PLAIN)) {
            var id = stub.startSaying("wait");
            stub.awaitTurn(id);

            var moment = guest(stub, 0).client.begins().of("greet", Json.object());

            assertThat(moment.turn()).isEqualTo(stub.sessions.info(id).turnId());
            assertThat(moment.sequence()).isPositive();
        }
    }
}
