package dev.parley.page;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.util.stream.Stream;

/// Rooms: agents at one table, what they say, paused and there again after a reload.
class PageRoomsTest {
    @TestFactory
    Stream<DynamicTest> journeys() throws Exception {
        return PageJourneys.of("rooms");
    }
}
