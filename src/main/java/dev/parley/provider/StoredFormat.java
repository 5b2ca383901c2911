package dev.parley.provider;

import dev.parley.provider.claude.ClaudeHistory;
import dev.parley.provider.codex.CodexHistory;
import dev.parley.provider.demo.DemoHistory;
import dev.parley.provider.gemini.GeminiHistory;
import dev.parley.provider.kimi.KimiCliHistory;
import dev.parley.provider.kimi.KimiHistory;
import dev.parley.provider.opencode.OpenCodeHistory;
import dev.parley.provider.qwen.QwenHistory;
import dev.parley.sessionfile.StoredHistory;

/// The ways in which CLIs store their sessions, each with its older forms.
public enum StoredFormat {
    CLAUDE,
    CODEX,
    GEMINI,
    OPENCODE,
    KIMI,
    /// The Python program that had the command `kimi` before.
    KIMI_CLI,
    QWEN,
    DEMO;

    /// @param provider who is named in the events
    public StoredHistory of(String provider) {
        return switch (this) {
            case CLAUDE -> new ClaudeHistory(provider);
            case CODEX -> new CodexHistory(provider);
            case GEMINI -> new GeminiHistory(provider);
            case OPENCODE -> new OpenCodeHistory(provider);
            case KIMI -> new KimiHistory(provider);
            case KIMI_CLI -> new KimiCliHistory(provider);
            case QWEN -> new QwenHistory(provider);
            case DEMO -> new DemoHistory(provider);
        };
    }
}
