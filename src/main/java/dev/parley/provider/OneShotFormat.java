package dev.parley.provider;

import dev.parley.provider.claude.ClaudeOneShot;
import dev.parley.provider.codex.CodexOneShot;
import dev.parley.provider.gemini.GeminiOneShot;
import dev.parley.provider.kimi.KimiOneShot;
import dev.parley.provider.opencode.OpenCodeOneShot;
import dev.parley.provider.qwen.QwenOneShot;
import dev.parley.wire.OneShotDialect;

import java.util.Optional;

/// The formats in which CLIs print one turn.
public enum OneShotFormat {
    CLAUDE,
    CODEX,
    OPENCODE,
    KIMI,
    GEMINI,
    QWEN;

    /// A fresh dialect for one run.
    ///
    /// @param resumed the native session the run goes on with
    public OneShotDialect newDialect(Optional<String> resumed) {
        return switch (this) {
            case CLAUDE -> new ClaudeOneShot(resumed);
            case CODEX -> new CodexOneShot(resumed);
            case OPENCODE -> new OpenCodeOneShot(resumed);
            case KIMI -> new KimiOneShot(resumed);
            case GEMINI -> new GeminiOneShot(resumed);
            case QWEN -> new QwenOneShot(resumed);
        };
    }
}
