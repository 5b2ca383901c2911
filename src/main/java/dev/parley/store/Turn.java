package dev.parley.store;

import dev.parley.event.Action;

import java.util.List;
import java.util.Locale;

/// A prompt that was accepted, under the id of its turn.
public record Turn(String id, String text, List<Action.Image> images) {
    /// What became of it.
    public enum State {
        /// Stored, and not yet with the agent.
        ACCEPTED,
        /// With the agent.
        SENT,
        /// Said into a turn that ran already.
        STEERED,
        /// Too many others waited.
        REFUSED,
        INTERRUPTED,
        DONE;

        /// As it is stored.
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Turn {
        images = List.copyOf(images);
    }

    /// What the agent is told, which may be more than what the person said.
    public Action.Prompt prompt(String preface) {
        return new Action.Prompt(id, preface + text, images);
    }
}
