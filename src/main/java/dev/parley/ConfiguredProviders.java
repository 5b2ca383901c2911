package dev.parley;

import dev.parley.config.Config;
import dev.parley.config.ConfigFile;
import dev.parley.provider.ProviderChoices;

import java.util.Optional;

/// What `config.json` says about providers, now.
final class ConfiguredProviders implements ProviderChoices {
    private static final Config.ProviderSettings USUAL =
            new Config.ProviderSettings(null, null, null);

    private final ConfigFile file;

    ConfiguredProviders(ConfigFile file) {
        this.file = file;
    }

    private Config.ProviderSettings of(String provider) {
        return file.current().providers().getOrDefault(provider, USUAL);
    }

    @Override
    public boolean isEnabled(String provider) {
        return of(provider).isEnabled();
    }

    @Override
    public Optional<String> command(String provider) {
        return Optional.ofNullable(of(provider).command());
    }
}
