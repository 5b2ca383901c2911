package dev.parley.provider.opencode;

import dev.parley.provider.OneShotFormat;
import dev.parley.provider.Provider;
import dev.parley.provider.StoredFormat;

/// OpenCode.
public final class OpenCode {
    public static final Provider PROVIDER =
            new Provider(
                    "opencode",
                    OpenCode.class,
                    new OneShotFormat("OPENCODE", OpenCodeOneShot::new),
                    new StoredFormat("OPENCODE", OpenCodeHistory::new, OpenCodeWriter::new));

    private OpenCode() {}
}
