package dev.parley.provider;

import dev.parley.provider.claude.ClaudeOneShot;
import dev.parley.provider.codex.CodexOneShot;
import dev.parley.provider.gemini.GeminiOneShot;
import dev.parley.provider.gemini.ResumeLeftovers;
import dev.parley.provider.kimi.KimiOneShot;
import dev.parley.provider.opencode.OpenCodeOneShot;
import dev.parley.provider.plain.ParleyOneShot;
import dev.parley.provider.plain.TextOneShot;
import dev.parley.provider.qwen.QwenOneShot;
import dev.parley.wire.OneShotDialect;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/// The formats in which CLIs print one turn.
public enum OneShotFormat {
    CLAUDE,
    CODEX,
    OPENCODE,
    KIMI,
    GEMINI,
    QWEN,
    /// Parley's own events as JSON lines: what the demo agent prints, and anybody's own agent may.
    PARLEY,
    /// Plain text; the last block of it is the answer.
    TEXT;

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
            case PARLEY -> new ParleyOneShot(resumed);
            case TEXT -> new TextOneShot(resumed);
        };
    }

    /// Keeps a session whole that is resumed: called before the run and after it, because of what
    /// some CLIs do to their own files.
    ///
    /// @param home where the CLI keeps its state
    public void protect(Path home, String session) throws IOException {
        switch (this) {
            case GEMINI -> {
                ResumeLeftovers.delete(home, session);
                ResumeLeftovers.makeRoom(home, session, Instant.now());
            }
            case CLAUDE, CODEX, OPENCODE, KIMI, QWEN, PARLEY, TEXT -> {}
        }
    }
}
