package dev.parley.modelapi;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/// An API that can be asked, or could be if there was a key.
///
/// @param keyVariable where the key is looked for; absent for an API that needs none
/// @param key never shown to anybody but the API
public record ModelEndpoint(
        String id,
        ApiKind kind,
        URI url,
        @Nullable String keyVariable,
        Optional<String> key,
        List<String> models,
        int maxOutputTokens) {
    public ModelEndpoint {
        models = List.copyOf(models);
    }

    /// Whether it can be asked: it has its key, or needs none.
    public boolean isUsable() {
        return keyVariable == null || key.isPresent();
    }

    /// The same text without the key in it.
    String masked(String text) {
        return key.map(secret -> text.replace(secret, "[secret]")).orElse(text);
    }

    @Override
    public String toString() {
        return id + " at " + url;
    }
}
