package dev.parley.testing;

import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;
import dev.parley.provider.builtin.BuiltIn;

import java.nio.file.Path;

/// The built-in profiles, as they are on the class path.
public final class Profiles {
    private static final Providers BUILT_IN = BuiltIn.with(Path.of("no-profiles"));

    private Profiles() {}

    public static ProviderProfile of(String provider) {
        return BUILT_IN.named(provider);
    }
}
