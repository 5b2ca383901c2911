package dev.parley.work.install;

import dev.parley.base.json.Json;
import dev.parley.work.chain.Chains;

import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A program that Parley can be entered into: where its configuration is, and what an entry looks
/// like there. Time limits are above what Parley takes for one call of that client.
public enum McpClient {
    CLAUDE("Claude Code", "mcpServers", Form.JSON),
    CODEX("Codex", "mcp_servers", Form.TOML),
    GEMINI("Gemini CLI", "mcpServers", Form.JSON),
    OPENCODE("OpenCode", "mcp", Form.JSON),
    QWEN("Qwen Code", "mcpServers", Form.JSON),
    KIMI("Kimi", "mcpServers", Form.JSON),
    CLAUDE_DESKTOP("Claude Desktop", "mcpServers", Form.JSON),
    VSCODE("VS Code", "servers", Form.JSON),
    ZED("Zed", "context_servers", Form.JSON);

    private static final int TEN_MINUTES_MILLIS = 600_000;
    private static final int MINUTE_MILLIS = 60_000;
    private static final int FIVE_MINUTES_SECONDS = 300;
    private static final int START_SECONDS = 30;

    enum Form {
        JSON,
        TOML
    }

    private final String title;
    private final String section;
    private final Form form;

    McpClient(String title, String section, Form form) {
        this.title = title;
        this.section = section;
        this.form = form;
    }

    public String title() {
        return title;
    }

    /// As a person writes it.
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<McpClient> find(String id) {
        return List.of(values()).stream().filter(one -> one.id().equals(id)).findFirst();
    }

    String section() {
        return section;
    }

    ConfigText text() {
        return form == Form.JSON ? new JsonText() : new TomlText();
    }

    /// Where its configuration is.
    Path file(Map<String, String> environment) {
        var home = Path.of(environment.getOrDefault("HOME", ""));
        return switch (this) {
            case CLAUDE ->
                    Optional.ofNullable(environment.get("CLAUDE_CONFIG_DIR"))
                            .map(Path::of)
                            .orElse(home)
                            .resolve(".claude.json");
            case CODEX -> at(environment, "CODEX_HOME", home.resolve(".codex"), "config.toml");
            case GEMINI -> at(environment, "GEMINI_CLI_HOME", home, ".gemini/settings.json");
            case QWEN -> home.resolve(".qwen/settings.json");
            case KIMI -> at(environment, "KIMI_CODE_HOME", home.resolve(".kimi-code"), "mcp.json");
            case OPENCODE -> openCode(settings(environment, home).resolve("opencode"));
            case CLAUDE_DESKTOP ->
                    application(environment, home).resolve("Claude/claude_desktop_config.json");
            case VSCODE -> application(environment, home).resolve("Code/User/mcp.json");
            case ZED -> settings(environment, home).resolve("zed/settings.json");
        };
    }

    private static Path at(
            Map<String, String> environment, String variable, Path usual, String file) {
        return Optional.ofNullable(environment.get(variable))
                .map(Path::of)
                .orElse(usual)
                .resolve(file);
    }

    private static Path openCode(Path directory) {
        var withComments = directory.resolve("opencode.jsonc");
        return Files.exists(withComments) ? withComments : directory.resolve("opencode.json");
    }

    private static Path settings(Map<String, String> environment, Path home) {
        return Optional.ofNullable(environment.get("XDG_CONFIG_HOME"))
                .map(Path::of)
                .orElse(home.resolve(".config"));
    }

    private static Path application(Map<String, String> environment, Path home) {
        var mac = home.resolve("Library/Application Support");
        return Files.isDirectory(mac) ? mac : settings(environment, home);
    }

    /// What is entered.
    ///
    /// @param command how Parley is started
    /// @param variables what it needs to find its own files
    ObjectNode entry(List<String> command, Map<String, String> variables) {
        var entry = Json.object();
        if (this == OPENCODE) {
            command.forEach(entry.put("type", "local").putArray("command")::add);
            set(entry, "environment", variables);
            return entry.put("enabled", true).put("timeout", MINUTE_MILLIS);
        }
        if (this == CLAUDE || this == VSCODE) {
            entry.put("type", "stdio");
        }
        entry.put("command", command.getFirst());
        command.stream().skip(1).forEach(entry.putArray("args")::add);
        if (this != CODEX) {
            set(entry, "env", variables);
        }
        switch (this) {
            case CODEX -> {
                entry.put("startup_timeout_sec", START_SECONDS)
                        .put("tool_timeout_sec", FIVE_MINUTES_SECONDS);
                // Codex starts servers with few variables; this one says whose agent it is.
                entry.putArray("env_vars").add(Chains.VARIABLE);
                set(entry, "env", variables);
            }
            case GEMINI, QWEN -> entry.put("timeout", TEN_MINUTES_MILLIS);
            case KIMI -> entry.put("toolTimeoutMs", MINUTE_MILLIS);
            // They have no limit of their own to set, or one that is far away.
            case CLAUDE, CLAUDE_DESKTOP, VSCODE, ZED, OPENCODE -> {}
        }
        return entry;
    }

    private static void set(ObjectNode entry, String name, Map<String, String> variables) {
        if (!variables.isEmpty()) {
            var object = entry.putObject(name);
            variables.forEach(object::put);
        }
    }
}
