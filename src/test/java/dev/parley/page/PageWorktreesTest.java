package dev.parley.page;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.util.stream.Stream;

/// Worktrees and races in a real Chromium.
class PageWorktreesTest {
    @TestFactory
    Stream<DynamicTest> journeys() throws Exception {
        return PageJourneys.of("worktrees");
    }
}
