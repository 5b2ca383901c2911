package dev.parley.door.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.LiveCapability;
import dev.parley.api.NewSession;
import dev.parley.api.PendingApproval;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.SessionState;
import dev.parley.base.json.Json;
import dev.parley.event.Intent;
import dev.parley.event.Permission;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// What one Parley sends, another one reads.
class LiveJsonTest {
    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678Z");

    @ParameterizedTest
    @NullSource
    @MethodSource
    void aWishForToolsIsReadAsItWasWritten(List<String> tools) {
        var request = NewSession.with("demo", "/a", Permission.ASK).withTools(tools);

        assertEquals(request, LiveJson.newSession(LiveJson.of(request), "The request"));
    }

    static List<List<String>> aWishForToolsIsReadAsItWasWritten() {
        return List.of(List.of(), List.of("tickets", "mine"));
    }

    @Test
    void aSessionIsReadAsItWasWritten() {
        var info =
                new SessionInfo(
                        new SessionId("saaaaaaaaaaaaaaa"),
                        "demo",
                        "n1",
                        SessionState.RUNNING,
                        Path.of("/tmp/a b:c%20"),
                        "m",
                        Permission.PLAN,
                        "A title",
                        "talk",
                        "t1",
                        2,
                        1,
                        77,
                        true,
                        12L,
                        TIME,
                        TIME,
                        List.of(LiveCapability.RESUME, LiveCapability.EDITED_INPUT));
        var json = LiveJson.of(info);
        assertEquals("/tmp/a b:c%20", json.path("cwd").asString());
        assertEquals(info, LiveJson.sessionInfo(Json.parse(json.toString()).orElseThrow()));
    }

    /// Lists that are empty are not written.
    @Test
    void whatIsAbsentIsReadAsAbsent() {
        var info =
                new SessionInfo(
                        new SessionId("saaaaaaaaaaaaaaa"),
                        "demo",
                        null,
                        SessionState.STARTING,
                        Path.of("/tmp"),
                        null,
                        Permission.ASK,
                        null,
                        null,
                        null,
                        0,
                        0,
                        0,
                        false,
                        null,
                        TIME,
                        TIME,
                        List.of());
        assertEquals(info, LiveJson.sessionInfo(LiveJson.of(info)));
        var approval =
                new PendingApproval(
                        new SessionId("saaaaaaaaaaaaaaa"),
                        "1",
                        "demo",
                        Path.of("/tmp"),
                        "Bash",
                        "Bash, in its own words: x",
                        "x",
                        null,
                        new Intent(null, "/tmp", List.of(), null),
                        null,
                        List.of(),
                        false,
                        false,
                        TIME,
                        null,
                        true);
        assertEquals(approval, LiveJson.approval(LiveJson.of(approval)));
    }

    @Test
    void aQuestionIsReadAsItWasWritten() {
        var approval =
                new PendingApproval(
                        new SessionId("saaaaaaaaaaaaaaa"),
                        "r:1",
                        "demo",
                        Path.of("/tmp"),
                        "Bash",
                        "Bash(ls)",
                        "looks around",
                        Json.object().put("command", "ls"),
                        new Intent("ls", "/tmp", List.of(), null),
                        null,
                        List.of("allow", "deny"),
                        false,
                        true,
                        TIME,
                        TIME,
                        false);
        var json = LiveJson.of(approval);
        assertEquals("saaaaaaaaaaaaaaa:r:1", json.path("approvalId").asString());
        assertEquals(approval, LiveJson.approval(Json.parse(json.toString()).orElseThrow()));
    }
}
