package dev.parley.config;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A key under a name, for one program that may use the OpenAI door. The secret itself is nowhere.
///
/// @param sha256 the hash of the secret, in hexadecimal digits
/// @param models the models it may use; none means all
/// @param maxConcurrent how many of its calls may run or wait at the same time
/// @param perMinute how many calls it may begin within a minute
public record ApiKey(
        String sha256,
        List<String> models,
        @Nullable Integer maxConcurrent,
        @Nullable Integer perMinute,
        Instant created) {
    public ApiKey {
        models = models == null ? List.of() : List.copyOf(models);
    }

    public Optional<Integer> findMaxConcurrent() {
        return Optional.ofNullable(maxConcurrent);
    }

    public Optional<Integer> findPerMinute() {
        return Optional.ofNullable(perMinute);
    }

    /// A key and what it is called.
    public record Named(String name, ApiKey key) {}
}
