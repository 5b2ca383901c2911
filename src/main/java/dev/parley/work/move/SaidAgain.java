package dev.parley.work.move;

import dev.parley.event.Action;
import dev.parley.portable.Piece;

import java.util.List;

/// A prompt that is said once more where its conversation goes on. Where nobody has answered it, it
/// does not come along as something that was said.
///
/// @param said as it was said
/// @param text as it is said again
/// @param images those that are known
record SaidAgain(String said, String text, List<Action.Image> images) {
    SaidAgain {
        images = List.copyOf(images);
    }

    /// @param leftOut what did not come along, with its pictures
    Action.Prompt prompt(List<Piece.Prompt> leftOut) {
        if (!images.isEmpty()) {
            return Action.Prompt.of(text, images);
        }
        var pictures =
                leftOut.stream()
                        .filter(prompt -> PromptTrace.is(prompt, said))
                        .findFirst()
                        .map(Piece.Prompt::pictures)
                        .orElse(List.of());
        return Action.Prompt.of(text, pictures);
    }
}
