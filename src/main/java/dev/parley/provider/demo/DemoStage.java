package dev.parley.provider.demo;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// Where a script is played: what the front ends do differently.
interface DemoStage {
    void thinks(String text);

    void says(String piece);

    void calls(DemoTool tool);

    /// Why the tool may not be used; empty if it may. May wait for a person.
    Optional<String> refusal(DemoTool tool);

    void returns(DemoTool tool, DemoTool.Result result);

    void prints(String line);

    /// Whether whoever listens offers a tool.
    boolean hasTool(String tool);

    /// Calls a tool that whoever listens offers, and waits for what it returns.
    JsonNode callTool(String tool, ObjectNode arguments) throws IOException;

    /// Waits; returns at once when the turn is over.
    void waits(Duration duration);

    /// Somebody stopped the turn, or nobody listens any more.
    boolean isOver();
}
