package dev.parley.provider.qwen;

import dev.parley.provider.OneShotFormat;
import dev.parley.provider.Provider;
import dev.parley.provider.StoredFormat;

/// Qwen Code.
public final class Qwen {
    public static final Provider PROVIDER =
            new Provider(
                    "qwen",
                    Qwen.class,
                    new OneShotFormat("QWEN", QwenOneShot::new),
                    new StoredFormat("QWEN", QwenHistory::new, QwenWriter::new));

    private Qwen() {}
}
