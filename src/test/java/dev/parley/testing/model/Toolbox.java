package dev.parley.testing.model;

import static java.util.stream.Collectors.joining;

import dev.parley.testing.model.Conversation.Offer;
import dev.parley.testing.model.Reply.Part;
import dev.parley.testing.model.Turn.Block;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Turns "run this" and "write that" into a call of a tool the CLI offers, with the arguments its
/// schema asks for. When nothing fitting is offered, the usual name is called anyway: what a CLI
/// then does is worth testing too.
record Toolbox(Conversation conversation) {
    private static final List<String> SHELLS =
            List.of("Bash", "bash", "run_shell_command", "exec_command");
    private static final List<String> WRITERS = List.of("Write", "write", "write_file");

    Block block(Part part, String id) {
        return switch (part) {
            case Part.Text(var text) -> new Block.Text(text);
            case Part.Thinking(var text) -> new Block.Thinking(text);
            case Part.Shell(var command) -> shell(id, command);
            case Part.Write(var path, var content) -> write(id, path, content);
            case Part.Tool(var name, var input) -> new Block.Call(id, spelling(name), input);
        };
    }

    private Block shell(String id, String command) {
        var tool = offered(SHELLS);
        if (tool.isEmpty() && offered(List.of("exec")).isPresent()) {
            // Codex's code mode: the only work tool is JavaScript.
            return new Block.FreeCall(
                    id,
                    "exec",
                    "const r = await tools.exec_command("
                            + Json.write(Map.of("cmd", command))
                            + ");\ntext(r.output);");
        }
        var name = tool.map(Offer::name).orElseGet(() -> usual(SHELLS));
        return call(
                id,
                name,
                tool,
                arguments("command", command, "cmd", command, "description", "Run it"));
    }

    private Block write(String id, String path, String content) {
        var tool = offered(WRITERS);
        if (tool.isPresent()) {
            // Qwen's tool takes absolute paths only, which a model works out from what it was told.
            var place =
                    conversation
                            .workingDirectory()
                            .map(at -> at.resolve(path).toString())
                            .orElse(path);
            var arguments =
                    arguments(
                            "file_path",
                            place,
                            "filePath",
                            place,
                            "path",
                            place,
                            "content",
                            content);
            return call(id, tool.get().name(), tool, arguments);
        }
        if (offered(List.of("apply_patch")).filter(Offer::freeForm).isPresent()) {
            var lines = content.lines().map(line -> "+" + line + "\n").collect(joining());
            return new Block.FreeCall(
                    id,
                    "apply_patch",
                    "*** Begin Patch\n*** Add File: %s\n%s*** End Patch\n".formatted(path, lines));
        }
        if (offered(SHELLS).isEmpty() && offered(List.of("exec")).isEmpty()) {
            return call(id, usual(WRITERS), tool, arguments("file_path", path, "content", content));
        }
        return shell(id, "cat > '%s' <<'END_OF_FILE'\n%s\nEND_OF_FILE".formatted(path, content));
    }

    /// The name in the style of the other tools: Claude and Kimi, OpenCode, Gemini and Qwen.
    private String usual(List<String> names) {
        var others = conversation.offers().stream().map(Offer::name).toList();
        if (others.stream().anyMatch(other -> Character.isUpperCase(other.charAt(0)))) {
            return names.get(0);
        }
        return names.get(others.contains("read_file") ? 2 : 1);
    }

    private static Map<String, Object> arguments(Object... namesAndValues) {
        return Json.object(namesAndValues);
    }

    /// Keeps the arguments the schema knows and adds `false` for required flags.
    private static Block call(
            String id, String name, Optional<Offer> tool, Map<String, Object> arguments) {
        var known = new LinkedHashMap<>(arguments);
        tool.map(Offer::schema)
                .filter(schema -> schema.path("properties").isObject())
                .ifPresent(schema -> {
                    var properties = schema.path("properties");
                    known.keySet().removeIf(argument -> !properties.has(argument));
                    schema.path("required")
                            .valueStream()
                            .map(argument -> argument.asString())
                            .forEach(argument -> {
                                if (properties
                                        .path(argument)
                                        .path("type")
                                        .asString("")
                                        .equals("boolean")) {
                                    known.putIfAbsent(argument, false);
                                }
                            });
                });
        return new Block.Call(id, name, Json.tree(known));
    }

    /// `mcp__server__tool` is Claude's, Kimi's and Qwen's spelling; Gemini and OpenCode have their
    /// own.
    private String spelling(String name) {
        if (!name.startsWith("mcp__")) {
            return name;
        }
        var plain = name.substring(5).replaceFirst("__", "_");
        return offered(List.of(name, "mcp_" + plain, plain)).map(Offer::name).orElse(name);
    }

    private Optional<Offer> offered(List<String> names) {
        return names.stream().flatMap(this::named).findFirst();
    }

    private Stream<Offer> named(String name) {
        return conversation.offers().stream().filter(offer -> offer.name().equals(name));
    }
}
