package dev.parley.api;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

/// An MCP server of an agent's own: a command that speaks on its standard streams, or an address.
/// `${NAME}` in a value of `env` and `headers` stands for a variable of Parley's own environment,
/// so that no secret need be written here.
///
/// @param command the program; looked up as a shell would
/// @param env its variables beside the usual ones
/// @param url an address that is spoken to over Streamable HTTP
public record ToolServer(
        @Nullable String command,
        List<String> args,
        Map<String, String> env,
        @Nullable String url,
        Map<String, String> headers) {
    public ToolServer {
        args = args == null ? List.of() : List.copyOf(args);
        env = env == null ? Map.of() : Map.copyOf(env);
        headers = headers == null ? Map.of() : Map.copyOf(headers);
    }

    public static ToolServer command(String command, String... args) {
        return new ToolServer(command, List.of(args), Map.of(), null, Map.of());
    }

    public static ToolServer at(String url) {
        return new ToolServer(null, List.of(), Map.of(), url, Map.of());
    }

    /// As one writes it in a command line: an address, or a command and its arguments.
    public static ToolServer of(String text) {
        var words = List.of(text.strip().split("\\s+"));
        return text.strip().matches("https?://.*")
                ? at(text.strip())
                : new ToolServer(
                        words.getFirst(), words.subList(1, words.size()), Map.of(), null, Map.of());
    }
}
