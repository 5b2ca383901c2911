package dev.parley.page;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.util.stream.Stream;

/// What the page does without a browser: rows, blocks, differences, actions.
class PageUnitsTest {
    @TestFactory
    Stream<DynamicTest> units() throws Exception {
        return PageJourneys.units();
    }
}
