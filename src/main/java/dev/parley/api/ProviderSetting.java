package dev.parley.api;

import org.jspecify.annotations.Nullable;

/// What shall be different about a provider.
///
/// @param command how its CLI is started; empty: by its usual name
/// @param home the directory in which its CLI keeps its state; empty: the usual one
public record ProviderSetting(
        @Nullable Boolean isEnabled, @Nullable String command, @Nullable String home) {}
