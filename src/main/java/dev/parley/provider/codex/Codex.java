package dev.parley.provider.codex;

import dev.parley.provider.OneShotFormat;
import dev.parley.provider.Provider;
import dev.parley.provider.StoredFormat;
import dev.parley.provider.WireFormat;

/// Codex.
public final class Codex {
    public static final Provider PROVIDER =
            new Provider(
                    "codex",
                    Codex.class,
                    new OneShotFormat("CODEX", CodexOneShot::new),
                    new WireFormat("CODEX_APP_SERVER", _ -> new CodexDialect()),
                    new StoredFormat("CODEX", CodexHistory::new, CodexWriter::new));

    private Codex() {}
}
