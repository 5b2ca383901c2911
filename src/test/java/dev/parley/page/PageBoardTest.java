package dev.parley.page;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.util.stream.Stream;

/// The board: agents propose, a person decides, moves and starts sessions.
class PageBoardTest {
    @TestFactory
    Stream<DynamicTest> journeys() throws Exception {
        return PageJourneys.of("board");
    }
}
