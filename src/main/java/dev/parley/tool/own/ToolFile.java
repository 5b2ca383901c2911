package dev.parley.tool.own;

import dev.parley.base.json.Json;
import dev.parley.base.json.StrictJson;
import dev.parley.base.problem.Problem;
import dev.parley.tool.ToolCall;
import dev.parley.wire.ToolDefinition;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/// A tool as a user declares it, in `tools/NAME.json`. It has a command or an address.
///
/// @param schema the JSON Schema of its arguments; absent: it takes none
/// @param does what a call does to the world; `writes` unless given
/// @param command the program and its arguments; a relative path begins beside the file
/// @param url gets the arguments by POST and answers with the result
/// @param environment further variables of Parley's that the command may see
/// @param timeoutSeconds how long a call may take; 60 unless given
public record ToolFile(
        @Nullable String name,
        @Nullable String description,
        @Nullable JsonNode schema,
        ToolDefinition.@Nullable Effect does,
        List<String> command,
        @Nullable String url,
        List<String> environment,
        @Nullable Integer timeoutSeconds) {
    private static final int USUAL_SECONDS = 60;
    private static final int MOST_SECONDS = 3600;

    /// A star alone would hand over every key there is.
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*\\*?");

    public ToolFile {
        command = command == null ? List.of() : List.copyOf(command);
        environment = environment == null ? List.of() : List.copyOf(environment);
    }

    /// @throws Problem that names the file and the key that is wrong
    static Declared read(Path file) {
        var tool = StrictJson.read(file, ToolFile.class);
        if (tool.name == null || tool.description == null) {
            throw wrong(file, "It has no \"name\" or no \"description\".", "Add both.");
        }
        if (tool.command.isEmpty() == (tool.url == null)) {
            throw wrong(
                    file,
                    "It needs a \"command\" or a \"url\", and not both.",
                    "Say how the tool is called.");
        }
        if (tool.url != null && !isWeb(tool.url)) {
            throw wrong(
                    file, "\"" + tool.url + "\" is no web address.", "Use http:// or https://.");
        }
        if (tool.seconds() < 1 || tool.seconds() > MOST_SECONDS) {
            throw wrong(
                    file,
                    "\"timeoutSeconds\" is " + tool.seconds() + ".",
                    "Use 1 to " + MOST_SECONDS + ".");
        }
        for (var variable : tool.environment) {
            if (!VARIABLE.matcher(variable).matches()) {
                throw wrong(
                        file,
                        "\"" + variable + "\" in \"environment\" is no name of a variable.",
                        "Name each one, or a prefix as in MY_*: a tool does not get all of them.");
            }
        }
        var definition =
                new ToolDefinition(
                        tool.name,
                        tool.description,
                        tool.schema == null ? nothing() : tool.schema,
                        tool.does == null ? ToolDefinition.Effect.WRITES : tool.does);
        return new Declared(definition, tool, file);
    }

    private static JsonNode nothing() {
        return Json.object().put("type", "object").put("additionalProperties", false);
    }

    private static boolean isWeb(String url) {
        try {
            var scheme = URI.create(url).getScheme();
            return "http".equals(scheme) || "https".equals(scheme);
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static Problem wrong(Path file, String what, String remedy) {
        return Problem.brokenConfiguration(
                "The tool in " + file + " cannot be used: " + what, remedy);
    }

    private int seconds() {
        return timeoutSeconds == null ? USUAL_SECONDS : timeoutSeconds;
    }

    /// How long a call may take. Nobody waits longer than the caller does.
    Duration timeout(ToolCall call) {
        var own = Duration.ofSeconds(seconds());
        return own.compareTo(call.patience()) < 0 ? own : call.patience();
    }

    /// A declaration with its place.
    public record Declared(ToolDefinition definition, ToolFile tool, Path file) {}
}
