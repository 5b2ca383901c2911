package dev.parley.provider;

import java.util.Optional;

/// What the user has decided about a provider, looked at whenever its CLI is about to start.
public interface ProviderChoices {
    /// Every provider is used as it is found.
    ProviderChoices NONE =
            new ProviderChoices() {
                @Override
                public boolean isEnabled(String provider) {
                    return true;
                }

                @Override
                public Optional<String> command(String provider) {
                    return Optional.empty();
                }
            };

    boolean isEnabled(String provider);

    /// How its CLI is started instead of by its usual name: a command line.
    Optional<String> command(String provider);
}
