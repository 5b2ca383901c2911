package dev.parley.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;

import dev.parley.event.Action;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// The next thing to say to an agent, as it comes from outside: a plain string in JSON, or an
/// object with these parts.
///
/// @param steer while a turn runs, say it into that turn instead of queueing it; only where the
///   provider can
public record NewPrompt(@Nullable String text, List<Action.Image> images, boolean steer) {
    public NewPrompt {
        images = images == null ? List.of() : List.copyOf(images);
    }

    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    static NewPrompt read(
            @JsonProperty("text") @Nullable String text,
            @JsonProperty("images") @Nullable List<Action.Image> images,
            @JsonProperty("steer") @Nullable Boolean steer) {
        return new NewPrompt(text, images == null ? List.of() : images, Boolean.TRUE.equals(steer));
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static NewPrompt of(String text) {
        return new NewPrompt(text, List.of(), false);
    }

    public static NewPrompt steering(String text) {
        return new NewPrompt(text, List.of(), true);
    }
}
