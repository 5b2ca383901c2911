package dev.parley.provider.builtin;

import dev.parley.base.problem.Problem;
import dev.parley.provider.Format;
import dev.parley.provider.Provider;
import dev.parley.provider.Providers;
import dev.parley.provider.acp.Acp;
import dev.parley.provider.claude.Claude;
import dev.parley.provider.codex.Codex;
import dev.parley.provider.demo.Demo;
import dev.parley.provider.gemini.Gemini;
import dev.parley.provider.kimi.Kimi;
import dev.parley.provider.opencode.OpenCode;
import dev.parley.provider.plain.Plain;
import dev.parley.provider.qwen.Qwen;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/// The CLIs that ship with Parley, in the order they are listed.
public final class BuiltIn {
    private static final List<Provider> PROVIDERS =
            List.of(
                    Claude.PROVIDER,
                    Codex.PROVIDER,
                    Gemini.PROVIDER,
                    OpenCode.PROVIDER,
                    Kimi.PROVIDER,
                    Qwen.PROVIDER,
                    Demo.PROVIDER);

    private BuiltIn() {}

    /// All providers: these, and the user's own.
    ///
    /// @param directory the user's own profiles, `*.json`; need not exist
    /// @throws Problem when one of them is broken
    public static Providers with(Path directory) {
        return with(
                directory,
                (_, problem) -> {
                    throw problem;
                });
    }

    /// The same, without those of the user's that are broken.
    ///
    /// @param complaints hears of every file that is left out
    public static Providers with(Path directory, BiConsumer<Path, Problem> complaints) {
        var shared = new ArrayList<Format>(Plain.FORMATS);
        shared.add(Acp.FORMAT);
        return new Providers(PROVIDERS, shared, directory, complaints);
    }
}
