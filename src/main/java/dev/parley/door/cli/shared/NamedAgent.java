package dev.parley.door.cli.shared;

import org.jspecify.annotations.Nullable;

/// The provider that a command line names; where it names neither one nor a model nor a session,
/// the usual one, which a person is told.
public final class NamedAgent {
    private NamedAgent() {}

    public static @Nullable String of(
            Program app,
            Console console,
            @Nullable String provider,
            @Nullable String model,
            @Nullable String resume) {
        if (provider != null || model != null || resume != null) {
            return provider;
        }
        var chosen = app.defaultAgent().choose();
        console.note("· " + chosen.name() + " answers; --provider names another.");
        return chosen.id();
    }
}
