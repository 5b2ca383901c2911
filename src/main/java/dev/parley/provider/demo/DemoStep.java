package dev.parley.provider.demo;

import java.time.Duration;

/// One thing the demo agent does in a turn. Both front ends play the same steps.
sealed interface DemoStep {
    record Think(String text) implements DemoStep {}

    record Use(DemoTool tool) implements DemoStep {}

    /// A piece of the answer. The pieces of a turn, put together, are the answer.
    record Say(String piece) implements DemoStep {}

    record Wait(Duration duration) implements DemoStep {}

    /// Prints a line that is in no protocol.
    record Babble(String line) implements DemoStep {}

    /// The turn fails, the agent lives on.
    record Fail(String message, String code) implements DemoStep {}

    /// The agent dies.
    record Crash(int exitCode, String lastWords) implements DemoStep {}
}
