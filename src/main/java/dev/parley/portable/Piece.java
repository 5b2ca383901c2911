package dev.parley.portable;

import dev.parley.event.Action;
import dev.parley.sessionfile.StoredImage;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Instant;
import java.util.List;

/// A part of a conversation, in its order.
public sealed interface Piece {
    Instant time();

    /// What a person said. It begins a turn.
    record Prompt(Instant time, String text, List<StoredImage> images) implements Piece {
        public Prompt {
            images = List.copyOf(images);
        }

        /// Its images, for saying it again.
        public List<Action.Image> pictures() {
            return images.stream()
                    .map(image -> new Action.Image(image.mediaType(), image.base64()))
                    .toList();
        }

        public Prompt saying(String other) {
            return new Prompt(time, other, images);
        }
    }

    /// One reply of the model: what it thought, what it said, the tools it called at once.
    record Step(Instant time, String thinking, String text, List<Call> calls) implements Piece {
        public Step {
            calls = List.copyOf(calls);
        }

        public boolean isEmpty() {
            return thinking.isBlank() && text.isBlank() && calls.isEmpty();
        }
    }

    /// What stands for the conversation before it: the CLI had made it shorter. It goes on with the
    /// summary and with what it kept.
    ///
    /// @param keptPieces how many of the pieces before it were kept as they were
    /// @param keepsPrompts whether prompts were kept, the last of them, without their answers
    record Summary(Instant time, String text, int keptPieces, boolean keepsPrompts)
            implements Piece {}

    /// A call of a tool and what came of it. Every call has a result.
    record Call(String id, String name, JsonNode arguments, Result result) {}

    record Result(Instant time, String text, boolean isError, @Nullable Integer exitCode) {}
}
