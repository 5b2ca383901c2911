package dev.parley.provider.gemini;

import dev.parley.provider.OneShotFormat;
import dev.parley.provider.Provider;
import dev.parley.provider.StoredFormat;
import dev.parley.provider.shared.GeminiHistory;

/// Gemini CLI.
public final class Gemini {
    public static final Provider PROVIDER =
            new Provider(
                    "gemini",
                    Gemini.class,
                    new OneShotFormat("GEMINI", GeminiOneShot::new, ResumeLeftovers::clear),
                    new StoredFormat("GEMINI", GeminiHistory::new, GeminiWriter::new));

    private Gemini() {}
}
