package dev.parley.api;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The key of one program that may use the OpenAI door. The secret itself is nowhere.
///
/// @param models the models it may use; none means all
/// @param maxConcurrent how many of its calls may run or wait at the same time
/// @param perMinute how many calls it may begin within a minute
public record ApiKey(
        String name,
        List<String> models,
        @Nullable Integer maxConcurrent,
        @Nullable Integer perMinute,
        Instant created) {
    public ApiKey {
        models = List.copyOf(models);
    }

    /// A model that it may not use is unknown to it.
    public boolean mayUse(String model) {
        return models.isEmpty() || models.contains(model);
    }

    public Optional<Integer> findMaxConcurrent() {
        return Optional.ofNullable(maxConcurrent);
    }

    public Optional<Integer> findPerMinute() {
        return Optional.ofNullable(perMinute);
    }
}
