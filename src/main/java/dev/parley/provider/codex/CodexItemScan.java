package dev.parley.provider.codex;

import dev.parley.base.json.Json;
import dev.parley.event.Event;
import dev.parley.sessionfile.scan.NameTable;
import dev.parley.sessionfile.scan.Scan;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/// Tells the same of a finished item as [CodexStoredItems], straight from the bytes of its line: of
/// those that most of a rollout consists of.
final class CodexItemScan {
    private static final NameTable COMMAND =
            NameTable.of("id", "command", "status", "aggregated_output", "exit_code");
    private static final NameTable FAILURES = NameTable.of("failed", "declined");
    private static final NameTable CHANGE =
            NameTable.of(
                    "id",
                    "changes",
                    "status",
                    "stdout",
                    "stderr",
                    "aggregated_output",
                    "error",
                    "exit_code");
    private static final NameTable MESSAGE = NameTable.of("id", "text", "content");
    private static final NameTable TEXT = NameTable.of("text");
    private static final NameTable REASONING = NameTable.of("id", "summary_text");

    private CodexItemScan() {}

    /// Reads the rest of an item.
    ///
    /// @return empty when a parser has to look at it
    static Optional<List<Event>> read(String type, Scan line) {
        return switch (type) {
            case "CommandExecution" -> command(line);
            case "FileChange" -> change(line);
            case "UserMessage" -> message(line, Event.UserSaid::new);
            case "AgentMessage" -> message(line, Event.AssistantSaid::new);
            case "Reasoning" -> reasoning(line);
            default -> Optional.empty();
        };
    }

    /// A command that has not ended by itself is told in other ways.
    private static Optional<List<Event>> command(Scan line) {
        var id = "";
        List<String> words = List.of();
        var hasFailed = false;
        String output = null;
        var exitCode = -1L;
        for (var name = line.member(COMMAND); !name.equals(Scan.END); name = line.member(COMMAND)) {
            switch (name) {
                case "id" -> id = line.said();
                case "command" -> words = texts(line);
                case "status" -> hasFailed = !line.word(FAILURES).isEmpty();
                case "aggregated_output" -> output = line.said();
                default -> exitCode = line.number(-1);
            }
        }
        if (id == null || output == null || exitCode < 0 || exitCode > Integer.MAX_VALUE) {
            return Optional.empty();
        }
        return Optional.of(
                List.of(
                        new Event.ToolCalled(
                                id, CodexStoredItems.SHELL, CodexStoredItems.command(words)),
                        new Event.ToolReturned(
                                id, CodexStoredItems.SHELL, output, hasFailed, (int) exitCode)));
    }

    private static Optional<List<Event>> change(Scan line) {
        var id = "";
        var changes = Json.object();
        var hasFailed = false;
        String out = null;
        var err = "";
        for (var name = line.member(CHANGE); !name.equals(Scan.END); name = line.member(CHANGE)) {
            switch (name) {
                case "id" -> id = known(line.said());
                case "changes" -> changes = changes(line);
                case "status" -> hasFailed = !line.word(FAILURES).isEmpty();
                case "stdout" -> out = known(line.said());
                case "stderr" -> err = known(line.said());
                // Told in other ways.
                default -> {
                    return Optional.empty();
                }
            }
        }
        if (out == null) {
            return Optional.empty();
        }
        return Optional.of(
                List.of(
                        new Event.ToolCalled(
                                id, CodexStoredItems.PATCH, Json.object().set("changes", changes)),
                        new Event.ToolReturned(
                                id, CodexStoredItems.PATCH, out + err, hasFailed, null)));
    }

    /// By paths. A parser would remember them all, to be quick with names that come again.
    private static ObjectNode changes(Scan line) {
        var changes = Json.object();
        line.enter();
        for (var path = line.member(); path != null; path = line.member()) {
            changes.set(path, line.json());
        }
        return changes;
    }

    /// @throws Scan.Lost if there is anything else
    private static List<String> texts(Scan line) {
        var texts = new ArrayList<String>();
        line.enter();
        while (line.element()) {
            texts.add(known(line.said()));
        }
        return texts;
    }

    private static String known(@Nullable String text) {
        if (text == null) {
            throw new Scan.Lost();
        }
        return text;
    }

    /// @param said of a text and an id
    private static Optional<List<Event>> message(
            Scan line, BiFunction<String, String, Event> said) {
        var id = "";
        var parts = new ArrayList<String>();
        for (var name = line.member(MESSAGE); !name.equals(Scan.END); name = line.member(MESSAGE)) {
            switch (name) {
                case "id" -> id = known(line.said());
                case "content" -> {
                    line.enter();
                    while (line.element()) {
                        parts.add(part(line));
                    }
                }
                // One text instead of parts.
                default -> {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(List.of(said.apply(String.join("\n", parts), id)));
    }

    private static String part(Scan line) {
        String text = null;
        line.enter();
        while (!line.member(TEXT).equals(Scan.END)) {
            text = line.said();
        }
        return known(text);
    }

    private static Optional<List<Event>> reasoning(Scan line) {
        var id = "";
        List<String> parts = List.of();
        for (var name = line.member(REASONING);
                !name.equals(Scan.END);
                name = line.member(REASONING)) {
            switch (name) {
                case "id" -> id = known(line.said());
                default -> parts = texts(line);
            }
        }
        var thought = String.join("\n", parts);
        return Optional.of(
                thought.isBlank() ? List.of() : List.of(new Event.Thought(thought, null, id)));
    }
}
