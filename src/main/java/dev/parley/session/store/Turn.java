package dev.parley.session.store;

import dev.parley.event.Action;

import java.util.List;
import java.util.UUID;

/// A prompt that was accepted, under the id of its turn.
public record Turn(String id, String text, List<Action.Image> images) {
    public Turn {
        images = List.copyOf(images);
    }

    public static String newId() {
        return "t-" + UUID.randomUUID();
    }

    /// What the agent is told, which may be more than what the person said.
    public Action.Prompt prompt(String preface) {
        return new Action.Prompt(id, preface + text, images);
    }
}
