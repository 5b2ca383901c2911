package dev.parley.session;

import dev.parley.event.Action;

import java.util.List;
import java.util.UUID;

/// A prompt that was accepted, under the id of its turn.
record Turn(String id, String text, List<Action.Image> images) {
    Turn {
        images = List.copyOf(images);
    }

    static String newId() {
        return "t-" + UUID.randomUUID();
    }

    /// What the agent is told, which may be more than what the person said.
    Action.Prompt prompt(String preface) {
        return new Action.Prompt(id, preface + text, images);
    }
}
