package dev.parley.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.ToolResult;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.LiveAgent;
import dev.parley.testing.real.LiveConnection;
import dev.parley.testing.real.RealCli;
import dev.parley.wire.Happening;
import dev.parley.wire.OfferedTools;
import dev.parley.wire.ToolDefinition;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Tools that Parley offers over the wire of the CLI itself.
@Tag("real")
class HostToolsContractTest {
    private static final OfferedTools TOOLS =
            new OfferedTools(
                    "parley",
                    List.of(
                            new ToolDefinition(
                                    "lookup",
                                    "Finds a ticket.",
                                    Json.parse(
                                                    """
                                                    {"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}
                                                    """)
                                            .orElseThrow(),
                                    ToolDefinition.Effect.READS)),
                    Optional.empty());

    @TempDir Path temp;

    @BeforeEach
    void useRealPaths() throws IOException {
        temp = temp.toRealPath();
    }

    /// As the model spells it.
    private static Reply call(RealCli cli, String id) {
        return Reply.tool(
                cli == RealCli.CLAUDE ? "mcp__parley__lookup" : "parley__lookup",
                Json.write(Json.object().put("id", id)));
    }

    @ParameterizedTest
    @EnumSource(names = {"CLAUDE", "CODEX"})
    void aToolIsCalledAnsweredAndThereAgainAfterAResume(RealCli cli) {
        try (var model =
                        ScriptedModel.saying(
                                call(cli, "ABC-1"),
                                Reply.text("found"),
                                call(cli, "ABC-2"),
                                Reply.text("not found"));
                var agent = LiveAgent.in(temp, cli, model)) {
            var wish = agent.wish().offering(TOOLS);
            String session;
            try (var live = agent.converse(wish)) {
                live.prompt("t1", "look for ABC-1");
                var asked = answer(live, ToolResult.text("a ticket about blue"));
                assertEquals("lookup", asked.tool());
                assertEquals(Json.object().put("id", "ABC-1"), asked.arguments());
                live.ended("t1", EndReason.COMPLETED);
                assertEquals(
                        asked.callId(),
                        live.events("c1", Event.ToolCalled.class).getLast().callId());
                assertThat(live.events("c1", Event.ApprovalRequested.class)).isEmpty();
                assertThat(live.happened(Happening.Unclaimed.class)).as("%s", live).isEmpty();
                assertThat(model.mainRequests().getFirst().toolNames())
                        .anyMatch(name -> name.endsWith("lookup"));
                assertThat(model.mainRequests().getLast().toolResults().getLast())
                        .contains("a ticket about blue");
                session = live.joined("c1").nativeId();
            }
            try (var live = agent.converse(wish.resuming(session))) {
                live.prompt("t2", "look for ABC-2");
                answer(live, ToolResult.error("no such ticket"));
                live.ended("t2", EndReason.COMPLETED);
                assertThat(model.mainRequests().getLast().toolResults().getLast())
                        .contains("no such ticket");
            }
        }
    }

    private static Happening.ToolAsked answer(LiveConnection live, ToolResult result) {
        var asked = live.toolAsked(1);
        live.say("c1", new Action.AnswerTool(asked.callId(), result));
        return asked;
    }

    @ParameterizedTest
    @EnumSource(names = {"CLAUDE", "CODEX"})
    void anInterruptedCallIsDropped(RealCli cli) {
        try (var model = ScriptedModel.saying(call(cli, "ABC-1"), Reply.text("alive"));
                var agent = LiveAgent.in(temp, cli, model);
                var live = agent.converse(agent.wish().offering(TOOLS))) {
            live.prompt("t1", "look for ABC-1");
            var asked = live.toolAsked(1);
            live.say("c1", new Action.Interrupt());
            live.toolDropped(asked.callId());
            live.ended("t1", EndReason.INTERRUPTED);
            live.say("c1", new Action.AnswerTool(asked.callId(), ToolResult.text("late")));
            live.ask("t2", "still there?", EndReason.COMPLETED);
        }
    }
}
