package dev.parley.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.base.json.StrictJson;
import dev.parley.provider.ProviderProfile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/// The built-in profiles, as they are on the class path.
public final class Profiles {
    private Profiles() {}

    public static ProviderProfile of(String provider) {
        var name = provider + "/profile.json";
        try (var in = ProviderProfile.class.getResourceAsStream(name)) {
            var text = new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
            return StrictJson.read(text, name, ProviderProfile.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
