package dev.parley.provider.claude;

import dev.parley.provider.OneShotFormat;
import dev.parley.provider.Provider;
import dev.parley.provider.StoredFormat;
import dev.parley.provider.WireFormat;

/// Claude Code.
public final class Claude {
    public static final Provider PROVIDER =
            new Provider(
                    "claude",
                    Claude.class,
                    new OneShotFormat("CLAUDE", ClaudeOneShot::new),
                    new WireFormat("CLAUDE_STREAM_JSON", _ -> new ClaudeDialect()),
                    new StoredFormat("CLAUDE", ClaudeHistory::new, ClaudeWriter::new));

    private Claude() {}
}
