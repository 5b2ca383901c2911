package dev.parley.provider;

import dev.parley.provider.acp.AcpDialect;
import dev.parley.provider.acp.AcpOptions;
import dev.parley.provider.claude.ClaudeDialect;
import dev.parley.provider.codex.CodexDialect;
import dev.parley.wire.LiveDialect;

import java.util.HashMap;
import java.util.Objects;

/// The formats in which CLIs hold live conversations.
public enum WireFormat {
    /// The Agent Client Protocol: JSON-RPC on standard input and output.
    ACP,
    CLAUDE_STREAM_JSON,
    CODEX_APP_SERVER;

    /// A fresh dialect for one connection.
    ///
    /// @param live the part of the profile that names this format
    public LiveDialect newDialect(ProviderProfile.Live live) {
        return switch (this) {
            case ACP -> acp(live);
            case CLAUDE_STREAM_JSON -> new ClaudeDialect();
            case CODEX_APP_SERVER -> new CodexDialect();
        };
    }

    private static LiveDialect acp(ProviderProfile.Live live) {
        var permissions = new HashMap<String, String>();
        live.permissions()
                .forEach((permission, mode) -> {
                    var id = mode.settings().get("mode");
                    if (id != null) {
                        permissions.put(id, permission.wireName());
                    }
                });
        return new AcpDialect(
                Objects.requireNonNullElse(live.acp(), AcpOptions.NONE),
                permissions,
                !live.options().system().isEmpty());
    }
}
