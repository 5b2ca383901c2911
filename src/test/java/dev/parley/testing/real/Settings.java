package dev.parley.testing.real;

import java.util.HashMap;
import java.util.Map;

/// What a CLI needs to talk to a model on the loopback and to nobody else: files in its home, and
/// variables in which `~` stands for that home.
record Settings(Map<String, String> files, Map<String, String> environment) {

    static Settings of(RealCli cli, String url) {
        return switch (cli) {
            case CLAUDE -> claude(url);
            case CODEX -> codex(url);
            case GEMINI -> gemini(url);
            case OPENCODE -> openCode(url);
            case KIMI -> kimi(url);
            case QWEN -> qwen(url);
        };
    }

    /// The same for a model of another name behind another key.
    Settings asking(String model, String key) {
        return new Settings(asking(files, model, key), asking(environment, model, key));
    }

    private static Map<String, String> asking(Map<String, String> texts, String model, String key) {
        var changed = new HashMap<>(texts);
        changed.replaceAll((_, text) ->
                text.replace("sk-fake", key).replace("gpt-5.5", model).replace("fake-1", model));
        return changed;
    }

    private static Settings claude(String url) {
        return new Settings(
                Map.of(),
                Map.of(
                        "ANTHROPIC_BASE_URL", url,
                        "ANTHROPIC_API_KEY", "sk-fake",
                        "CLAUDE_CODE_TMPDIR", "~/tmp",
                        "CLAUDE_CODE_MAX_RETRIES", "1",
                        "DISABLE_AUTOUPDATER", "1",
                        "DISABLE_TELEMETRY", "1",
                        "DISABLE_ERROR_REPORTING", "1",
                        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1",
                        // As root it refuses to skip permissions without this.
                        "IS_SANDBOX", "1"));
    }

    private static Settings codex(String url) {
        var model =
                """
                model_provider = "scripted"
                [model_providers.scripted]
                name = "scripted"
                base_url = "%s/v1"
                env_key = "SCRIPTED_KEY"
                wire_api = "responses"
                request_max_retries = 1
                stream_max_retries = 1
                """
                        .formatted(url);
        return codex(model, Map.of("SCRIPTED_KEY", "sk-fake"));
    }

    /// Codex with the provider it has built in, as its users have it, but on another address. It
    /// talks over a WebSocket.
    static Settings codexWithItsOwnProvider(String url) {
        return codex(
                "openai_base_url = \"" + url + "/v1\"\n",
                Map.of("CODEX_API_KEY", "sk-fake", "OPENAI_API_KEY", "sk-fake"));
    }

    private static Settings codex(String model, Map<String, String> environment) {
        var config =
                """
                model = "gpt-5.5"
                check_for_update_on_startup = false
                %s[features]
                plugins = false
                unbounded_connection_retries = false
                [analytics]
                enabled = false
                """
                        .formatted(model);
        return new Settings(Map.of(".codex/config.toml", config), environment);
    }

    private static Settings gemini(String url) {
        // Session retention deletes resumed conversations; folder trust ends a headless run.
        var settings =
                """
                { "security": { "auth": { "selectedType": "gemini-api-key" }, "folderTrust": { "enabled": false } },
                  "general": { "enableAutoUpdate": false, "enableAutoUpdateNotification": false, "maxAttempts": 2,
                               "sessionRetention": { "enabled": false } },
                  "privacy": { "usageStatisticsEnabled": false }, "telemetry": { "enabled": false } }
                """;
        return new Settings(
                Map.of(".gemini/settings.json", settings),
                Map.of(
                        "GEMINI_API_KEY", "fake-key",
                        "GOOGLE_GEMINI_BASE_URL", url,
                        "GEMINI_CLI_NO_RELAUNCH", "true"));
    }

    private static Settings openCode(String url) {
        var config =
                """
                { "provider": { "fake": { "npm": "@ai-sdk/openai-compatible", "name": "Fake",
                    "options": { "baseURL": "%s/v1", "apiKey": "sk-fake" },
                    "models": { "fake-1": { "name": "Fake 1", "reasoning": true, "tool_call": true,
                      "attachment": true, "modalities": { "input": ["text", "image"], "output": ["text"] },
                      "limit": { "context": 128000, "output": 8192 },
                      "cost": { "input": 1, "output": 2, "cache_read": 0.1, "cache_write": 1 } },
                      "fake-2": { "name": "Fake 2", "tool_call": true,
                      "limit": { "context": 128000, "output": 8192 } } } } },
                  "model": "fake/fake-1", "small_model": "fake/fake-1", "enabled_providers": ["fake"],
                  "autoupdate": false, "share": "disabled" }
                """
                        .formatted(url);
        return new Settings(
                Map.of(".config/opencode/opencode.json", config),
                Map.of(
                        "OPENCODE_DISABLE_AUTOUPDATE", "1",
                        "OPENCODE_DISABLE_MODELS_FETCH", "1",
                        "OPENCODE_DISABLE_LSP_DOWNLOAD", "1"));
    }

    private static Settings kimi(String url) {
        var config =
                """
                default_model = "fake"
                telemetry = false
                default_permission_mode = "manual"
                [providers.fake]
                type = "kimi"
                base_url = "%s/v1"
                api_key = "sk-fake"
                [models.fake]
                provider = "fake"
                model = "fake-1"
                max_context_size = 131072
                capabilities = ["thinking", "tool_use"]
                [models.other]
                provider = "fake"
                model = "fake-2"
                max_context_size = 131072
                capabilities = ["tool_use"]
                """
                        .formatted(url);
        return new Settings(
                Map.of(".kimi-code/config.toml", config),
                Map.of(
                        "KIMI_CODE_HOME", "~/.kimi-code",
                        "KIMI_DISABLE_TELEMETRY", "1",
                        "KIMI_CODE_NO_AUTO_UPDATE", "1",
                        "KIMI_LOOP_MAX_ATTEMPTS_PER_STEP", "2"));
    }

    private static Settings qwen(String url) {
        var settings =
                """
                { "$version": 4,
                  "general": { "enableAutoUpdate": false }, "privacy": { "usageStatisticsEnabled": false },
                  "telemetry": { "enabled": false }, "ui": { "enableFollowupSuggestions": false },
                  "memory": { "enableManagedAutoMemory": false, "enableManagedAutoDream": false,
                              "enableAutoSkill": false },
                  "model": { "generationConfig": { "maxRetries": 0 } },
                  "modelProviders": { "openai": [ { "id": "qwen3-coder-flash", "name": "Other",
                    "envKey": "OPENAI_API_KEY", "baseUrl": "%s/v1" } ] } }
                """
                        .formatted(url);
        return new Settings(
                Map.of(".qwen/settings.json", settings),
                Map.of(
                        "OPENAI_API_KEY", "sk-fake",
                        "OPENAI_BASE_URL", url + "/v1",
                        "OPENAI_MODEL", "fake-1",
                        "QWEN_CODE_NO_RELAUNCH", "true",
                        "QWEN_CODE_SUPPRESS_YOLO_WARNING", "1"));
    }
}
