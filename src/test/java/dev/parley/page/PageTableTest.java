package dev.parley.page;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.util.stream.Stream;

/// The whole path of a room: made, talked in, paused, paid for, a review, a ticket, a kill of
/// Parley.
class PageTableTest {
    @TestFactory
    Stream<DynamicTest> journeys() throws Exception {
        return PageJourneys.of("table");
    }
}
