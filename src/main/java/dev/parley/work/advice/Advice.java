package dev.parley.work.advice;

import dev.parley.event.Usage;

import java.time.Duration;
import java.util.Optional;

/// What a model answered.
///
/// @param who the provider or the API that answered
/// @param isApi whether it was an API
/// @param nativeId the provider's own session, if there is one
public record Advice(
        String text,
        String model,
        String who,
        boolean isApi,
        Optional<String> nativeId,
        Optional<Usage> usage,
        Cost cost,
        Duration duration) {}
