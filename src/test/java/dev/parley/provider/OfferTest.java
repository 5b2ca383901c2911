package dev.parley.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.event.Offer;
import dev.parley.provider.builtin.BuiltIn;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveDialect;
import dev.parley.wire.LiveStep;
import dev.parley.wire.Opening;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/// What the CLIs tell of themselves beside the conversation, from lines they wrote.
class OfferTest {
    private static final Path CWD = Path.of("/acme");

    private Offer told = Offer.NOTHING;

    private static LiveDialect dialect(String provider) {
        var profile = BuiltIn.with(Path.of("/nowhere")).named(provider);
        return profile.findLive().orElseThrow().newDialect();
    }

    private static Opening opening() {
        return Opening.in(CWD);
    }

    private void take(LiveStep step) {
        for (var happening : step.happenings()) {
            if (happening instanceof Happening.Offered(var who, var offer)) {
                assertEquals("c", who);
                told = told.plus(offer);
            }
        }
    }

    @Test
    void claudeTellsCommandsAndModelsWhenItIsInitialized() {
        var claude = dialect("claude");
        take(claude.open());
        take(claude.join("c", opening()));
        var answer =
                "{\"type\":\"control_response\",\"response\":{\"subtype\":\"success\",\"request_id\":\"%s\",\"response\":%s}}";
        take(
                claude.hear(
                        answer.formatted(
                                "parley-1",
                                "{\"commands\":[{\"name\":\"compact\",\"description\":\"Clears\",\"argumentHint\":\"[what]\"},\"cut\"],\"models\":[{\"value\":\"default\",\"displayName\":\"Default\"}]}")));
        take(claude.hear(answer.formatted("parley-2", "{}")));
        assertEquals(List.of(new Offer.Command("compact", "Clears", "[what]")), told.commands());
        assertEquals(List.of(new Offer.ModelChoice("default", "Default", false)), told.models());
        take(
                claude.hear(
                        "{\"type\":\"assistant\",\"session_id\":\"n\",\"message\":{\"id\":\"m\",\"content\":[],\"usage\":{\"input_tokens\":10,\"cache_read_input_tokens\":70,\"cache_creation_input_tokens\":20}}}"));
        take(
                claude.hear(
                        "{\"type\":\"assistant\",\"parent_tool_use_id\":\"t\",\"session_id\":\"n\",\"message\":{\"id\":\"m\",\"content\":[],\"usage\":{\"input_tokens\":5}}}"));
        take(
                claude.hear(
                        "{\"type\":\"result\",\"subtype\":\"success\",\"session_id\":\"n\",\"modelUsage\":{\"opus\":{\"contextWindow\":200000}}}"));
        assertEquals(new Offer.Context(100L, 200_000L), told.context());
    }

    @Test
    void codexTellsHowFullItsContextIsAndItsLimits() {
        var codex = dialect("codex");
        take(codex.open());
        take(codex.join("c", opening()));
        take(codex.hear("{\"id\":1,\"result\":{}}"));
        take(codex.hear("{\"id\":2,\"result\":{\"thread\":{\"id\":\"n\"},\"model\":\"gpt\"}}"));
        take(
                codex.hear(
                        "{\"method\":\"thread/tokenUsage/updated\",\"params\":{\"threadId\":\"n\",\"turnId\":\"t\",\"tokenUsage\":{\"total\":{\"totalTokens\":900},\"last\":{\"totalTokens\":300},\"modelContextWindow\":1000}}}"));
        assertEquals(new Offer.Context(300L, 1000L), told.context());
        take(
                codex.hear(
                        "{\"method\":\"account/rateLimits/updated\",\"params\":{\"rateLimits\":{\"primary\":{\"usedPercent\":40,\"windowDurationMins\":300,\"resetsAt\":1790000000}}}}"));
        assertEquals("5 h", told.quota().getFirst().name());
        assertEquals(40, told.quota().getFirst().usedPercent());
    }

    @Test
    void anAcpAgentTellsCommandsModelsAndItsContext() {
        var agent = dialect("opencode");
        take(agent.open());
        take(agent.join("c", opening()));
        take(
                agent.hear(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":1,\"agentCapabilities\":{}}}"));
        take(
                agent.hear(
                        "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"sessionId\":\"n\",\"configOptions\":[{\"id\":\"model\",\"category\":\"model\",\"currentValue\":\"a/b\",\"options\":[{\"value\":\"a/b\",\"name\":\"B\"},{\"options\":[{\"value\":\"a/c\"}]}]}]}}"));
        assertThat(told.models())
                .containsExactly(
                        new Offer.ModelChoice("a/b", "B", true),
                        new Offer.ModelChoice("a/c", null, false));
        var update =
                "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"n\",\"update\":%s}}";
        take(
                agent.hear(
                        update.formatted(
                                "{\"sessionUpdate\":\"available_commands_update\",\"availableCommands\":[{\"name\":\"init\",\"description\":\"d\",\"input\":{\"hint\":\"h\"}},{},7]}")));
        assertEquals(List.of(new Offer.Command("init", "d", "h")), told.commands());
        take(
                agent.hear(
                        update.formatted(
                                "{\"sessionUpdate\":\"usage_update\",\"used\":50,\"size\":100}")));
        assertEquals(new Offer.Context(50L, 100L), told.context());
    }

    @Test
    void whatACliTellsIsBounded() {
        var many =
                IntStream.range(0, 5000)
                        .mapToObj(at -> new Offer.Command("c" + at, "x".repeat(5000), null))
                        .toList();
        var offer = new Offer(many, null, null, null);
        assertThat(offer.commands()).hasSize(500);
        assertThat(offer.commands().getFirst().description()).hasSize(300);
    }
}
