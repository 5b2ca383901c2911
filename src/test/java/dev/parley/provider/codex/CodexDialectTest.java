package dev.parley.provider.codex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.testing.LiveDialectCase;
import dev.parley.testing.LiveTranscript;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveStep;
import dev.parley.wire.Opening;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The live dialect against recordings of the real CLI, and against lines nobody would expect.
class CodexDialectTest extends LiveDialectCase {
    static List<LiveTranscript> transcripts() {
        return LiveTranscript.of("codex");
    }

    @ParameterizedTest
    @MethodSource("transcripts")
    void speaksAsRecorded(LiveTranscript recorded) {
        var replayed = recorded.replayWith(CodexDialect::new);
        if (recorded.isUpdating()) {
            replayed.save();
        } else {
            assertEquals(recorded.text(), replayed.text());
        }
    }

    @ParameterizedTest
    @MethodSource("transcripts")
    void whatItAsksUnderFitsIntoAnAddress(LiveTranscript recorded) {
        var names =
                recorded.text()
                        .lines()
                        .filter(line -> line.startsWith("= ") && line.contains("approval.request"))
                        .map(line -> line.replaceFirst(".*\"requestId\":\"([^\"]*)\".*", "$1"));
        assertThat(names).allMatch(name -> name.matches("[\\w.-]+"));
    }

    static Stream<String> lines() {
        return Stream.of(
                "",
                "   ",
                "null",
                "true",
                "7",
                "\"text\"",
                "[]",
                "{}",
                "{",
                "not json at all",
                "{\"type\":",
                "\u0000\ufffd\ud83d",
                "x".repeat(3_000_000),
                "[".repeat(100_000),
                "{\"id\":99,\"result\":{}}",
                "{\"id\":\"3\",\"result\":null}",
                "{\"id\":99,\"error\":{\"code\":-1,\"message\":\"no\"}}",
                "{\"id\":99,\"error\":\"no\"}",
                "{\"method\":7}",
                "{\"method\":\"turn/started\"}",
                "{\"method\":\"turn/started\",\"params\":[]}",
                "{\"method\":\"turn/completed\",\"params\":{\"threadId\":\"th\",\"turn\":7}}",
                "{\"method\":\"turn/completed\",\"params\":{\"threadId\":\"other\",\"turn\":{\"id\":\"tu\"}}}",
                "{\"method\":\"item/started\",\"params\":{\"threadId\":\"th\",\"item\":null}}",
                "{\"method\":\"item/started\",\"params\":{\"threadId\":\"th\",\"item\":{\"type\":\"fileChange\"}}}",
                "{\"method\":\"item/completed\",\"params\":{\"threadId\":\"th\",\"item\":{\"type\":\"mcpToolCall\",\"result\":[]}}}",
                "{\"method\":\"item/completed\",\"params\":{\"threadId\":\"th\",\"item\":{\"type\":\"reasoning\",\"summary\":7}}}",
                "{\"method\":\"item/completed\",\"params\":{\"threadId\":\"th\",\"item\":{\"type\":\"newThing\"}}}",
                "{\"method\":\"item/agentMessage/delta\",\"params\":{\"threadId\":\"th\",\"delta\":{}}}",
                "{\"method\":\"thread/tokenUsage/updated\",\"params\":{\"threadId\":\"th\",\"tokenUsage\":[]}}",
                "{\"method\":\"serverRequest/resolved\",\"params\":{\"threadId\":\"th\"}}",
                "{\"method\":\"error\",\"params\":{\"threadId\":\"th\",\"error\":\"what\"}}",
                "{\"method\":\"something/new\",\"params\":{\"threadId\":\"th\"}}",
                "{\"id\":0,\"method\":\"item/fileChange/requestApproval\",\"params\":{\"threadId\":\"th\"}}",
                "{\"id\":1,\"method\":\"mcpServer/elicitation/request\",\"params\":{\"threadId\":\"th\",\"_meta\":1}}",
                "{\"id\":2,\"method\":\"item/tool/call\"}",
                "{\"id\":{},\"method\":\"item/tool/call\"}",
                "{\"id\":null}");
    }

    @Test
    void keepsWhatItDoesNotKnow() {
        var line = "{\"method\":\"something/new\",\"params\":{\"threadId\":\"th\"}}";
        assertEquals(
                LiveStep.emit("c1", new Event.Unrecognized(line, "notification something/new")),
                inTurn().hear(line));
    }

    @Test
    void anAddressOfAnMcpServerIsShownAndTakesNoValues() {
        var dialect = inTurn();
        var asked =
                "{\"id\":4,\"method\":\"mcpServer/elicitation/request\",\"params\":{\"threadId\":\"th\",\"turnId\":\"tu\","
                        + "\"serverName\":\"asker\",\"mode\":\"url\",\"message\":\"Log in.\",\"elicitationId\":\"e1\","
                        + "\"url\":\"https://example.org/login\"}}";
        assertEquals(
                LiveStep.emit(
                        "c1",
                        new Event.ApprovalRequested(
                                "tu.4",
                                "mcp__asker",
                                "Log in.",
                                Json.object().put("url", "https://example.org/login"),
                                List.of("allow", "deny"))),
                dialect.hear(asked));
        assertEquals(
                List.of(
                        "{\"id\":4,\"result\":{\"action\":\"accept\",\"content\":null,\"_meta\":null}}"),
                dialect.say("c1", new Action.Decide("tu.4", Action.Decision.ALLOW, null, null))
                        .lines());
    }

    @Test
    void refusesAThreadWithoutAName() {
        var dialect = new CodexDialect();
        dialect.open();
        dialect.join("c1", Opening.in(Path.of("/repo")));
        dialect.hear("{\"id\":1,\"result\":{}}");
        assertEquals(
                LiveStep.report(
                        new Happening.Refused(
                                "c1",
                                Happening.Refusal.FAILED,
                                "Codex did not name the thread it began.")),
                dialect.hear("{\"id\":2,\"result\":{\"thread\":7}}"));
    }

    /// Seen with 0.166.0: the process had the thread open when its rollout was removed.
    @Test
    void aThreadWhoseRolloutIsGoneIsUnknown() {
        var dialect = new CodexDialect();
        dialect.open();
        dialect.join("c1", Opening.in(Path.of("/repo")));
        dialect.hear("{\"id\":1,\"result\":{}}");
        var why = "invalid paginated history lineage for th: missing source rollout";
        assertEquals(
                LiveStep.report(
                        new Happening.Refused("c1", Happening.Refusal.UNKNOWN_SESSION, why)),
                dialect.hear("{\"id\":2,\"error\":{\"code\":-32600,\"message\":\"" + why + "\"}}"));
    }

    @Test
    void whoLeavesAThreadThatIsResumedAgainLeavesItToTheOther() {
        var dialect = new CodexDialect();
        dialect.open();
        dialect.hear("{\"id\":1,\"result\":{}}");
        var resumed =
                new Opening(
                        Path.of("/repo"),
                        Optional.of("th"),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Map.of());
        var begun = "\"result\":{\"thread\":{\"id\":\"th\"}}}";
        dialect.join("c1", resumed);
        dialect.leave("c1");
        dialect.join("c2", resumed);
        assertEquals(LiveStep.NOTHING, dialect.hear("{\"id\":2," + begun));
        assertThat(dialect.hear("{\"id\":3," + begun).happenings())
                .contains(new Happening.Joined("c2", "th", null));
        assertThat(dialect.leave("c2").lines().toString()).contains("thread/unsubscribe");
    }

    @Test
    void aPictureWithoutWordsBringsNoEmptyText() {
        var prompt = new Action.Prompt("t1", "", List.of(new Action.Image("image/png", "AAAA")));
        var input = CodexLine.turn("th", prompt, Json.object()).path("input");
        assertThat(input.toString()).contains("AAAA").doesNotContain("\"text\"");
    }

    @Override
    protected CodexDialect inTurn() {
        var dialect = new CodexDialect();
        dialect.open();
        dialect.join("c1", Opening.in(Path.of("/repo")));
        dialect.hear("{\"id\":1,\"result\":{}}");
        dialect.hear("{\"id\":2,\"result\":{\"thread\":{\"id\":\"th\"}}}");
        dialect.say("c1", Action.Prompt.of("t1", "hello"));
        dialect.hear("{\"id\":3,\"result\":{\"turn\":{\"id\":\"tu\"}}}");
        return dialect;
    }
}
