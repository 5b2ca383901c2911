package dev.parley.provider.codex;

import dev.parley.event.Event;
import dev.parley.json.Json;
import dev.parley.stored.Names;
import dev.parley.stored.Scan;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A command that ran and what it printed: most of what there is to read in a rollout.
///
/// @param words as they were given to the system, mostly a shell and its arguments
record CodexCommand(String id, List<String> words, String output, boolean hasFailed, int exitCode) {
    /// The name of the tool.
    static final String TOOL = "shell";

    private static final Names ITEM =
            Names.of("id", "command", "status", "aggregated_output", "exit_code");
    private static final Names FAILURES = Names.of("failed", "declined");

    /// Reads the rest of an item.
    ///
    /// @return empty when it has not ended by itself, or is told in another way
    static Optional<CodexCommand> read(Scan line) {
        var id = "";
        var words = new ArrayList<String>();
        var hasFailed = false;
        String output = null;
        var exitCode = -1L;
        for (var name = line.member(ITEM); !name.equals(Scan.END); name = line.member(ITEM)) {
            switch (name) {
                case "id" -> id = line.text(null);
                case "command" -> {
                    line.enter();
                    while (line.element()) {
                        words.add(line.said());
                    }
                }
                case "status" -> hasFailed = !line.word(FAILURES).isEmpty();
                case "aggregated_output" -> output = line.said();
                default -> exitCode = line.number(-1);
            }
        }
        return id == null
                        || output == null
                        || words.contains(null)
                        || exitCode != (exitCode & Integer.MAX_VALUE)
                ? Optional.empty()
                : Optional.of(new CodexCommand(id, words, output, hasFailed, (int) exitCode));
    }

    List<Event> events() {
        return List.of(
                new Event.ToolCalled(id, TOOL, arguments(words)),
                new Event.ToolReturned(id, TOOL, output, hasFailed, exitCode));
    }

    /// What was typed into the shell, without the shell.
    static JsonNode arguments(List<String> words) {
        var isShell = words.size() == 3 && words.get(1).startsWith("-");
        return Json.object().put("command", isShell ? words.get(2) : String.join(" ", words));
    }
}
