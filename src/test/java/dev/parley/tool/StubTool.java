package dev.parley.tool;

import dev.parley.base.json.Json;
import dev.parley.event.ToolResult;
import dev.parley.wire.ToolDefinition;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// A tool that does what a test says.
public record StubTool(ToolDefinition definition, Body body) implements Tool {
    public interface Body {
        String answer(ToolCall call) throws InterruptedException;
    }

    static final ToolCaller CALLER = new ToolCaller("demo", Optional.empty(), Path.of("/"));
    static final ToolCall.Moment MOMENT = new ToolCall.Moment("turn-1", 1);

    /// It takes a `who`.
    public static StubTool named(String name, Body body) {
        return of(
                name,
                """
                {"type":"object","properties":{"who":{"type":"string"}},
                 "required":["who"],"additionalProperties":false}\
                """,
                body);
    }

    static StubTool of(String name, String schema, Body body) {
        var definition =
                new ToolDefinition(
                        name,
                        "Does " + name + ".",
                        Json.parse(schema).orElseThrow(),
                        ToolDefinition.Effect.WRITES);
        return new StubTool(definition, body);
    }

    static ToolCall call(String arguments) {
        return new ToolCall(
                CALLER, MOMENT, Json.parse(arguments).orElseThrow(), Duration.ofMinutes(1));
    }

    @Override
    public ToolResult call(ToolCall call) throws InterruptedException {
        return ToolResult.text(body.answer(call));
    }
}
