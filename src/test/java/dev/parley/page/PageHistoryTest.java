package dev.parley.page;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.util.stream.Stream;

/// The history: find, filter, and go on from any row.
class PageHistoryTest {
    @TestFactory
    Stream<DynamicTest> journeys() throws Exception {
        return PageJourneys.of("history");
    }
}
