package dev.parley.provider;

import dev.parley.provider.claude.ClaudeHistory;
import dev.parley.provider.codex.CodexHistory;
import dev.parley.provider.demo.DemoHistory;
import dev.parley.stored.StoredHistory;

/// The ways in which CLIs store their sessions, each with its older forms.
public enum StoredFormat {
    CLAUDE,
    CODEX,
    DEMO;

    /// @param provider who is named in the events
    public StoredHistory of(String provider) {
        return switch (this) {
            case CLAUDE -> new ClaudeHistory(provider);
            case CODEX -> new CodexHistory(provider);
            case DEMO -> new DemoHistory(provider);
        };
    }
}
