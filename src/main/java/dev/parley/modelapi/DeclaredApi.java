package dev.parley.modelapi;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// An API as a user writes it into `config.json`. What is left out of one that Parley knows is as
/// its vendor has it.
///
/// @param kind how it is spoken to; chat completions unless said otherwise
/// @param url what comes before `/chat/completions`, `/messages` or `/models`
/// @param keyVariable the environment variable that has the key
/// @param models names that are answered by this API, besides those the catalog knows
/// @param maxOutputTokens how long an answer may be, for an API that must be told
public record DeclaredApi(
        @Nullable ApiKind kind,
        @Nullable String url,
        @Nullable String keyVariable,
        List<String> models,
        @Nullable Integer maxOutputTokens) {
    public DeclaredApi {
        models = models == null ? List.of() : List.copyOf(models);
    }
}
