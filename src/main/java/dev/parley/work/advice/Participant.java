package dev.parley.work.advice;

import dev.parley.modelapi.ModelEndpoint;
import dev.parley.provider.ProviderProfile;

import java.util.Optional;

/// Who answers to the name of a model.
public sealed interface Participant {
    /// The name it was asked for by, as the catalog has it.
    String model();

    /// The provider or the API, by its id.
    String who();

    record Api(String model, ModelEndpoint endpoint) implements Participant {
        @Override
        public String who() {
            return endpoint.id();
        }
    }

    /// @param told what the CLI is told; empty for its default
    record Cli(String model, ProviderProfile profile, Optional<String> told)
            implements Participant {
        @Override
        public String who() {
            return profile.id();
        }
    }
}
