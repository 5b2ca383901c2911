package dev.parley.provider.codex;

import dev.parley.base.json.Json;
import dev.parley.portable.PlainCall;
import dev.parley.portable.PlainCall.Kind;
import dev.parley.portable.ToolNames;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Codex has two tools: a shell, with which it also reads and searches, and patches.
final class CodexTools implements ToolNames {
    static final String SHELL = "exec_command";
    static final String PATCH = "apply_patch";

    @Override
    public Optional<PlainCall> plain(String name, JsonNode arguments) {
        return switch (name) {
            case SHELL -> shell(arguments.path("cmd"));
            case "shell", "shell_command", "local_shell", "container.exec" ->
                    shell(arguments.path("command"));
            case PATCH -> CodexPatch.plain(arguments.path("input").asString(""));
            default -> Optional.empty();
        };
    }

    private static Optional<PlainCall> shell(JsonNode command) {
        var text =
                command.isArray()
                        ? CodexStoredItems.command(words(command)).path("command").asString("")
                        : command.asString("");
        return text.isEmpty()
                ? Optional.empty()
                : Optional.of(new PlainCall(Kind.SHELL, Map.of("command", text)));
    }

    private static List<String> words(JsonNode command) {
        return command.valueStream().map(word -> word.asString("")).toList();
    }

    @Override
    public Native named(PlainCall call) {
        return switch (call.kind()) {
            case SHELL -> command(call.argument("command"));
            case READ -> command("cat " + quoted(call.argument("path")));
            case GREP ->
                    command(
                            "rg -n "
                                    + quoted(call.argument("pattern"))
                                    + (call.has("path")
                                            ? " " + quoted(call.argument("path"))
                                            : ""));
            case GLOB -> command("rg --files -g " + quoted(call.argument("pattern")));
            case WRITE -> patch(CodexPatch.adding(call.argument("path"), call.argument("content")));
            case EDIT ->
                    patch(
                            CodexPatch.updating(
                                    call.argument("path"),
                                    call.argument("old"),
                                    call.argument("new")));
        };
    }

    private static Native command(String text) {
        return new Native(SHELL, Json.object().put("cmd", text));
    }

    private static Native patch(String text) {
        return new Native(PATCH, Json.object().put("input", text));
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:=@%+,-]+")
                ? word
                : "'" + word.replace("'", "'\\''") + "'";
    }
}
