package dev.parley;

import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;
import dev.parley.config.Config;
import dev.parley.config.ConfigFile;
import dev.parley.provider.ProviderChoices;
import dev.parley.provider.Providers;

import java.util.Optional;

/// What `config.json` says about providers, now.
final class ConfiguredProviders implements ProviderChoices {
    private static final Config.ProviderSettings USUAL = new Config.ProviderSettings(null, null);

    private final ConfigFile file;

    ConfiguredProviders(ConfigFile file, Providers providers) {
        this.file = file;
        // A mistyped name would otherwise be a setting nobody reads.
        for (var id : file.current().providers().keySet()) {
            if (!providers.ids().contains(id)) {
                throw Problem.brokenConfiguration(
                        file.path() + ": there is no provider \"" + id + "\".",
                        Closest.question(
                                id,
                                providers.ids(),
                                "Known are " + String.join(", ", providers.ids()) + "."));
            }
        }
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
