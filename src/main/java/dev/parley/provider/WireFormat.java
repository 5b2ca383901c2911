package dev.parley.provider;

import dev.parley.provider.claude.ClaudeDialect;
import dev.parley.provider.codex.CodexDialect;
import dev.parley.wire.LiveDialect;

/// The formats in which CLIs hold live conversations.
public enum WireFormat {
    /// The Agent Client Protocol: JSON-RPC on standard input and output.
    ACP,
    CLAUDE_STREAM_JSON,
    CODEX_APP_SERVER;

    /// A fresh dialect for one connection.
    public LiveDialect newDialect() {
        return switch (this) {
            case ACP -> throw new UnsupportedOperationException("ACP");
            case CLAUDE_STREAM_JSON -> new ClaudeDialect();
            case CODEX_APP_SERVER -> new CodexDialect();
        };
    }
}
