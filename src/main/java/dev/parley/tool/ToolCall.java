package dev.parley.tool;

import tools.jackson.databind.JsonNode;

import java.time.Duration;

/// One call of a tool.
///
/// @param caller who calls
/// @param arguments an object that fits the tool's schema
/// @param patience how long the caller can be kept waiting before its CLI gives up
public record ToolCall(ToolCaller caller, JsonNode arguments, Duration patience) {}
