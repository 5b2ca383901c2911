package dev.parley.work.agent;

import dev.parley.base.problem.Problem;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A question for several models together.
///
/// @param objective what they shall find out or decide
/// @param outputFormat what the result shall look like, in words
/// @param context paths in the project whose files go with the question
/// @param discussionTurns how many contributions there are, of all together
/// @param synthesisModel who writes the result; the first of them unless said otherwise
/// @param validationRounds how often the participants look at the result at most
public record GroupRequest(
        Path project,
        Optional<String> sessionId,
        String objective,
        List<String> models,
        Optional<String> outputFormat,
        List<String> context,
        int discussionTurns,
        Optional<String> synthesisModel,
        int validationRounds,
        Mode mode) {
    public static final int USUAL_TURNS = 6;
    public static final int USUAL_ROUNDS = 2;
    private static final int MOST_MODELS = 8;
    private static final int MOST_TURNS = 40;
    private static final int MOST_ROUNDS = 5;

    /// How they come to a result.
    public enum Mode {
        /// They speak in turn, each with all that was said before.
        ROUND_ROBIN,
        /// Each answers by itself, then each judges what the others found.
        BLIND_REVIEW;

        public static Mode named(String name) {
            return Arrays.stream(values())
                    .filter(mode -> mode.wireName().equals(name))
                    .findFirst()
                    .orElseThrow(() ->
                            Problem.invalid(
                                    "There is no mode \"" + name + "\".",
                                    "Say round_robin or blind_review."));
        }

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public GroupRequest {
        models = List.copyOf(models);
        context = List.copyOf(context);
        if (objective.isBlank()) {
            throw Problem.invalid("The objective is empty.", "Say what they shall find out.");
        }
        check("models", models.size(), 1, MOST_MODELS);
        check("discussion_turns", discussionTurns, 1, MOST_TURNS);
        check("validation_rounds", validationRounds, 0, MOST_ROUNDS);
    }

    private static void check(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw Problem.invalid(
                    "The number of " + name + " is " + value + ".",
                    "Give between " + least + " and " + most + ".");
        }
    }
}
