package dev.parley.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class UsageTest {
    private static final Usage BARE = Usage.of(10, 5);
    private static final Usage FULL = new Usage(100, 50, 80L, 20L, 0.25);

    @Test
    void addsEveryCount() {
        assertEquals(new Usage(200, 100, 160L, 40L, 0.5), FULL.plus(FULL));
    }

    @Test
    void whatOneSideDoesNotReportIsTheOthers() {
        assertEquals(new Usage(110, 55, 80L, 20L, 0.25), FULL.plus(BARE));
        assertEquals(new Usage(110, 55, 80L, 20L, 0.25), BARE.plus(FULL));
    }

    @Test
    void whatNobodyReportsStaysAbsent() {
        assertEquals(Usage.of(20, 10), BARE.plus(BARE));
    }
}
