package dev.parley.provider.kimi;

import dev.parley.provider.OneShotFormat;
import dev.parley.provider.Provider;
import dev.parley.provider.StoredFormat;

/// Kimi Code, and Kimi CLI: the Python program that had the command `kimi` before.
public final class Kimi {
    public static final Provider PROVIDER =
            new Provider(
                    "kimi",
                    Kimi.class,
                    new OneShotFormat("KIMI", KimiOneShot::new),
                    new StoredFormat("KIMI", KimiHistory::new, KimiWriter::new),
                    new StoredFormat("KIMI_CLI", KimiCliHistory::new));

    private Kimi() {}
}
