package dev.parley.door.cli.shared;

import dev.parley.api.UsageBy;
import dev.parley.event.Permission;

import java.util.Arrays;
import java.util.List;

/// What a shell may offer behind an option.
///
/// @param models every name there is
public record OptionValues(List<String> models) {
    private static final List<String> PROVIDERS =
            List.of("claude", "codex", "gemini", "opencode", "kimi", "qwen", "demo");

    /// @param command the last word of the command
    /// @return nothing for an option that takes anything
    public List<String> of(String command, String option) {
        return switch (option) {
            case "--provider", "--driver", "--with" -> PROVIDERS;
            case "--to" ->
                    command.equals("move") || command.equals("import") ? PROVIDERS : List.of();
            case "--model", "--models" -> command.equals("usage") ? List.of() : models;
            case "--permission" ->
                    Arrays.stream(Permission.values()).map(Permission::wireName).toList();
            case "--format" -> List.of("text", "json", "markdown", "html");
            case "--by" ->
                    command.equals("usage")
                            ? Arrays.stream(UsageBy.values()).map(UsageBy::word).toList()
                            : List.of();
            default -> List.of();
        };
    }
}
