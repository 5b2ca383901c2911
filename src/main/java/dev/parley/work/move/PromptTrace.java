package dev.parley.work.move;

import dev.parley.portable.Piece;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/// What came of the prompt of a turn, as a conversation tells it.
final class PromptTrace implements Consumer<Piece> {
    /// A CLI may note the time of a prompt a moment before we note that its turn began.
    private static final Duration SLACK = Duration.ofSeconds(1);

    private final String text;
    private final Instant since;
    private boolean isThere;
    private boolean isAnswered;

    /// @param since when the turn began
    PromptTrace(String text, Instant since) {
        this.text = text;
        this.since = since;
    }

    @Override
    public void accept(Piece piece) {
        switch (piece) {
            case Piece.Prompt prompt -> {
                if (is(prompt, text) && !prompt.time().isBefore(since.minus(SLACK))) {
                    isThere = true;
                }
            }
            case Piece.Step _ -> isAnswered = isThere;
            case Piece.Summary _ -> {}
        }
    }

    /// Whether it is there, and something behind it.
    boolean isAnswered() {
        return isAnswered;
    }

    /// Parley may have put words of its own before it.
    static boolean is(Piece.Prompt prompt, String text) {
        return text.isBlank()
                ? prompt.text().isBlank()
                : prompt.text().strip().endsWith(text.strip());
    }
}
