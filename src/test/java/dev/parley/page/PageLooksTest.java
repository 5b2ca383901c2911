package dev.parley.page;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.util.stream.Stream;

/// Readable for everybody on every screen; pictures are left in target/page.
class PageLooksTest {
    @TestFactory
    Stream<DynamicTest> journeys() throws Exception {
        return PageJourneys.of("looks");
    }
}
