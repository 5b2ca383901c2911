package dev.parley.api;

import org.jspecify.annotations.Nullable;

/// What shall be different about a provider.
///
/// @param command how its CLI is started; empty: by its usual name
public record ProviderSetting(@Nullable Boolean isEnabled, @Nullable String command) {}
