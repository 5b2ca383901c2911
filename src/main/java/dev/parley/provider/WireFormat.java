package dev.parley.provider;

/// The formats in which CLIs hold live conversations.
public enum WireFormat {
    /// The Agent Client Protocol: JSON-RPC on standard input and output.
    ACP,
    CLAUDE_STREAM_JSON,
    CODEX_APP_SERVER
}
