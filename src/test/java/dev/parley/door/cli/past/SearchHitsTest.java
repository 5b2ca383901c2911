package dev.parley.door.cli.past;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.base.screen.ColumnWidth;
import dev.parley.base.screen.ScreenStream;
import dev.parley.base.screen.Style;
import dev.parley.event.SessionKey;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

class SearchHitsTest {
    private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");
    private static final String SNIPPET =
            "再試行 \u001b[2J " + "so it goes on and on ".repeat(9) + "until connection refused came";

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private static JsonNode hits() {
        var start = SNIPPET.indexOf("refused");
        var hit =
                Json.object()
                        .put("key", "claude:4d0e8c47-1111")
                        .put("provider", "claude")
                        .put("sessionId", "4d0e8c47-1111")
                        .put("title", "Fix the flaky retry test that fails one run in ten")
                        .put("turn", 3)
                        .put("timestamp", "2026-11-18T10:00:00Z")
                        .put("role", "result")
                        .put("snippet", SNIPPET);
        hit.set("marks", Json.array().add(Json.array().add(start).add(start + "refused".length())));
        return Json.array().add(hit);
    }

    private List<String> printed(PrintStream out) throws InterruptedException {
        var key = SessionKey.parse("claude:4d0e8c47-1111").orElseThrow();
        new SearchHits(
                        out,
                        Clock.fixed(NOW, ZoneOffset.UTC),
                        ZoneOffset.UTC,
                        _ -> Map.of(key, "4d0e"),
                        _ -> Style.CYAN)
                .print(hits());
        out.flush();
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 160})
    void isTwoLinesThatFitTheTerminal(int columns) throws InterruptedException {
        var lines = printed(new ScreenStream(bytes, true, new ScreenStream.Look(columns, false)));
        assertEquals(2, lines.size());
        assertThat(lines)
                .allSatisfy(line -> assertThat(ColumnWidth.of(line)).isLessThanOrEqualTo(columns));
        assertThat(lines.getFirst()).startsWith("2h ago  claude  4d0e  turn 3, result  Fix the");
        assertThat(lines.get(1)).startsWith("    …").contains("connection refused came");
    }

    @Test
    void whatWasLookedForIsBold() throws InterruptedException {
        var lines = printed(new ScreenStream(bytes, true, new ScreenStream.Look(80, true)));
        assertThat(lines.get(1)).contains("connection \u001b[1mrefused\u001b[0m came");
        assertThat(lines.getFirst()).contains("\u001b[36mclaude\u001b[0m");
    }

    @Test
    void goesWholeIntoAPipe() throws InterruptedException {
        assertEquals(
                List.of(
                        "claude:4d0e8c47-1111  Fix the flaky retry test that fails one run in ten"
                                + "  2026-11-18 10:00  turn 3, result",
                        "    " + SNIPPET),
                printed(new PrintStream(bytes, true, StandardCharsets.UTF_8)));
    }
}
