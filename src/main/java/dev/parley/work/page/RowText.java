package dev.parley.work.page;

import dev.parley.api.Row;
import dev.parley.base.json.Json;
import dev.parley.event.Event;
import dev.parley.event.Intent;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.List;

/// What rows say about tools, and how much of what is long goes into a list of rows.
final class RowText {
    /// More of an output is fetched with its row.
    static final int OUTPUT = 4_000;

    /// More of a text, likewise.
    static final int TEXT = 64_000;

    private static final int SUMMARY = 200;
    private static final Path ANYWHERE = Path.of("");

    private RowText() {}

    static Row.Tool tool(Event.ToolCalled called) {
        var arguments = called.arguments();
        var intent = Intent.of(arguments, ANYWHERE);
        var files = List.copyOf(Intent.fileNames(arguments));
        return new Row.Tool(
                called.callId(),
                called.name(),
                arguments,
                summary(arguments, intent, files),
                intent.command(),
                files,
                null);
    }

    private static String summary(JsonNode arguments, Intent intent, List<String> files) {
        var command = intent.command();
        if (command != null) {
            return line(command);
        }
        if (!files.isEmpty()) {
            return line(String.join(", ", files));
        }
        var address = intent.address();
        return line(
                address != null
                        ? address
                        : Intent.query(arguments)
                                .orElseGet(() -> arguments.isEmpty() ? "" : Json.write(arguments)));
    }

    static String line(String text) {
        var end = Math.min(text.length(), SUMMARY * 2);
        var line = text.substring(0, end).replaceAll("\\s+", " ").strip();
        return line.length() <= SUMMARY ? line : line.substring(0, SUMMARY) + "…";
    }

    /// A result whose call nobody told of.
    static Row.Tool orphan(Event.ToolReturned returned) {
        var name = returned.name();
        return new Row.Tool(
                returned.callId(),
                name == null ? "tool" : name,
                Json.object(),
                "",
                null,
                List.of(),
                result(returned));
    }

    static Row.Result result(Event.ToolReturned returned) {
        return new Row.Result(
                returned.output(),
                returned.isError(),
                returned.exitCode(),
                returned.output().length());
    }

    static Row.Approval approval(Event.ApprovalRequested asked) {
        var intent = asked.intent();
        return new Row.Approval(
                asked.requestId(),
                asked.toolName(),
                asked.description(),
                intent == null ? null : intent.command(),
                null);
    }

    /// As lists of rows have it: what is heavy only from its beginning.
    static Row light(Row row) {
        return switch (row.body()) {
            case Row.Tool tool -> row.cutTo(light(tool));
            case Row.Prompt(var text) -> row.cutTo(new Row.Prompt(cut(text, TEXT)));
            case Row.Text(var text, var id, var isOpen) ->
                    row.cutTo(new Row.Text(cut(text, TEXT), id, isOpen));
            case Row.Thought(var text, var id) -> row.cutTo(new Row.Thought(cut(text, TEXT), id));
            case Row.Raw(var text, var reason) -> row.cutTo(new Row.Raw(cut(text, TEXT), reason));
            case Row.Failure(var text, var code, var isRecoverable) ->
                    row.cutTo(new Row.Failure(cut(text, TEXT), code, isRecoverable));
            case Row.Approval _, Row.End _, Row.Note _ -> row;
        };
    }

    private static Row.Tool light(Row.Tool tool) {
        var result = tool.result();
        return new Row.Tool(
                tool.callId(),
                tool.name(),
                light(tool.arguments()),
                tool.summary(),
                tool.command() == null ? null : cut(tool.command(), TEXT),
                tool.files(),
                result == null ? null : light(result));
    }

    /// The long texts among arguments, such as a file to write.
    private static JsonNode light(JsonNode arguments) {
        if (arguments.isString() && arguments.asString().length() > TEXT) {
            return Json.tree(cut(arguments.asString(), TEXT));
        }
        if (arguments.isObject()) {
            var lighter = Json.object();
            arguments.properties().forEach(one -> lighter.set(one.getKey(), light(one.getValue())));
            return lighter;
        }
        if (arguments.isArray()) {
            var lighter = Json.array();
            arguments.forEach(one -> lighter.add(light(one)));
            return lighter;
        }
        return arguments;
    }

    private static Row.Result light(Row.Result result) {
        return new Row.Result(
                cut(result.output(), OUTPUT), result.isError(), result.exitCode(), result.size());
    }

    /// Never between the halves of a character.
    static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        var end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end);
    }
}
