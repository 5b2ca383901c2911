package dev.parley.session.store;

import dev.parley.event.Action;

import java.util.List;

/// A prompt that was accepted, under the id of its turn.
public record Turn(String id, String text, List<Action.Image> images) {
    public Turn {
        images = List.copyOf(images);
    }

    /// What the agent is told, which may be more than what the person said.
    public Action.Prompt prompt(String preface) {
        return new Action.Prompt(id, preface + text, images);
    }
}
