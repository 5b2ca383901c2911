package dev.parley.door.cli.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.screen.ColumnWidth;
import dev.parley.base.screen.ScreenStream;
import dev.parley.base.screen.Style;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

class TableTest {
    private static final String LONG = "the retry test fails one run in ten ".repeat(9);

    private static Table sessions() {
        return new Table("UPDATED", "SESSION", "PROJECT", "TITLE")
                .whole(0, 1)
                .paths(2)
                .row("2h ago", "4d0e8c47", "/home/dev/work/payments-gateway", LONG)
                .row("3d ago", "4d0e8c48", "/home/dev/支払い/ゲートウェイ", "再試行のテストが十回に一回失敗する".repeat(5))
                .row("now", "4d0e8c49", "/x", "\u001b[2J\u001b]0;owned\u0007\u202e" + LONG);
    }

    private static List<String> printed(Table table, int columns) {
        var bytes = new ByteArrayOutputStream();
        var screen = new ScreenStream(bytes, true, new ScreenStream.Look(columns, false));
        table.print(screen);
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 160})
    void isNoWiderThanTheTerminal(int columns) {
        var lines = printed(sessions(), columns);
        assertEquals(4, lines.size());
        assertThat(lines)
                .allSatisfy(line -> assertThat(ColumnWidth.of(line)).isLessThanOrEqualTo(columns));
        assertThat(lines.get(1)).contains("4d0e8c47", "the retry", "…");
    }

    @Test
    void aColumnOfWideCharactersEndsWhereTheOthersDo() {
        var lines = printed(new Table("A", "B").row("再試行", "x").row("abc", "x"), 40);
        assertEquals(ColumnWidth.of("再試行") + 3, ColumnWidth.of(lines.get(1)));
        assertEquals(List.of("A       B", "再試行  x", "abc     x"), lines);
    }

    @Test
    void numbersStandAtTheRight() {
        assertEquals(
                List.of("DAY  TOKENS", "one       7", "two   12.3k"),
                printed(
                        new Table("DAY", "TOKENS").numbers(1).row("one", "7").row("two", "12.3k"),
                        0));
    }

    @Test
    void aPathKeepsItsEnd() {
        var table = new Table("PATH").paths(0).row("/home/dev/work/payments-gateway");
        assertEquals("/home/dev/work/payments-gateway", printed(table, 40).get(1));
        assertEquals("/…/payments-gateway", printed(table, 20).get(1));
        assertEquals("…nts-gateway", printed(table, 12).get(1));
    }

    @Test
    void leavesSpareColumnsOutWhereTheRestNeedsTheRoom() {
        var table =
                new Table("ID", "KIND", "OF", "TITLE")
                        .whole(0)
                        .spare(1, 2)
                        .row("T1", "feature", "/home/dev/work/payments-gateway", LONG);
        assertThat(printed(table, 80).getFirst()).containsSubsequence("ID", "KIND", "OF", "TITLE");
        assertThat(printed(table, 36).getFirst()).contains("KIND").doesNotContain("OF");
        assertThat(printed(table, 25).getFirst()).doesNotContain("KIND", "OF");
        assertThat(printed(table, 25).get(1)).startsWith("T1  the retry").hasSize(25);
    }

    @Test
    void aColourSaysWhatACellMeans() {
        var bytes = new ByteArrayOutputStream();
        var table =
                new Table("AGENT", "STATE", "NOTE")
                        .styled(_ -> Style.colour("#D97757"), 0)
                        .styled(StateStyle::of, 1)
                        .row("claude", "failed", "\u001b[32mgreen");
        table.print(new ScreenStream(bytes, true, new ScreenStream.Look(80, true)));
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .endsWith("\u001b[38;5;174mclaude\u001b[0m  \u001b[31mfailed\u001b[0m  green\n");
        assertEquals(List.of("AGENT   STATE   NOTE", "claude  failed  green"), printed(table, 80));
    }

    @Test
    void goesWholeIntoAPipe() {
        var bytes = new ByteArrayOutputStream();
        sessions().print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains(LONG.strip());
    }

    @Test
    void headingsAreBoldUnlessThePersonWantsNoStyles() {
        var bytes = new ByteArrayOutputStream();
        var table = new Table("NAME").row("x");
        table.print(new ScreenStream(bytes, true, new ScreenStream.Look(80, true)));
        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("\u001b[1mNAME");
        assertThat(String.join("", printed(table, 80))).doesNotContain("\u001b");
    }

    @Test
    void agesAreSaidAsPeopleDo() {
        var now = Instant.parse("2026-11-18T12:00:00Z");
        assertEquals("now", Ago.text(now.plusSeconds(3), now, ZoneOffset.UTC));
        assertEquals("5m ago", Ago.text(now.minus(Duration.ofMinutes(5)), now, ZoneOffset.UTC));
        assertEquals("3h ago", Ago.text(now.minus(Duration.ofHours(3)), now, ZoneOffset.UTC));
        assertEquals("2d ago", Ago.text(now.minus(Duration.ofDays(2)), now, ZoneOffset.UTC));
        assertEquals("2026-10-01", Ago.text(now.minus(Duration.ofDays(48)), now, ZoneOffset.UTC));
    }

    @Test
    void aDirectoryIsShownFromTheHome() {
        var home = Path.of("/home/dev");
        assertEquals("~", HomePath.text("/home/dev", home));
        assertEquals("~/acme", HomePath.text("/home/dev/acme", home));
        assertEquals("~/…/gateway", HomePath.text("/home/dev/work/pay/gateway", home));
        assertEquals("/…/gateway", HomePath.text("/home/device/work/gateway", home));
    }
}
