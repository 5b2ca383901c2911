package dev.parley.work;

import java.util.List;

/// Who asks, and which models there are for him.
///
/// @param name of his key; empty for the user himself
/// @param models the only ones he may know of; none means all
public record Caller(String name, List<String> models) {
    /// The one who has the token.
    public static final Caller USER = new Caller("", List.of());

    public Caller {
        models = List.copyOf(models);
    }

    public boolean mayUse(String model) {
        return models.isEmpty() || models.contains(model);
    }
}
