package dev.parley.work.move;

import dev.parley.portable.Piece;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/// Where a conversation was made shorter the last time, and what its CLI goes on with since then:
/// the summary, what it kept beside it, and what was said later.
///
/// @param at the number of the summary among all pieces, from 0
/// @param first the number of the first piece that was kept
record Shortened(Piece.Summary summary, int at, int first) {
    /// CLIs that keep prompts keep 20,000 tokens of them.
    private static final int KEPT_CHARACTERS = 80_000;

    private record Said(int at, int length) {}

    /// Finds it while a conversation is read.
    static final class Search implements Consumer<Piece> {
        private final Deque<Said> said = new ArrayDeque<>();
        private int characters;
        private int count;
        private @Nullable Shortened found;

        @Override
        public void accept(Piece piece) {
            switch (piece) {
                case Piece.Prompt prompt -> {
                    said.add(new Said(count, prompt.text().length()));
                    characters += prompt.text().length();
                    while (characters > KEPT_CHARACTERS) {
                        characters -= said.remove().length();
                    }
                }
                case Piece.Summary summary -> found = new Shortened(summary, count, first(summary));
                case Piece.Step _ -> {}
            }
            count++;
        }

        private int first(Piece.Summary summary) {
            if (summary.keepsPrompts()) {
                return said.isEmpty() ? count : said.getFirst().at();
            }
            return Math.max(0, count - summary.keptPieces());
        }

        @Nullable Shortened found() {
            return found;
        }
    }

    /// Picks what the CLI goes on with, in the order in which it does.
    static final class Pick implements Consumer<Piece> {
        private final Shortened shortened;
        private final Consumer<Piece> each;
        private int count;

        /// Whole turns are kept behind the summary, prompts alone before it.
        Pick(Shortened shortened, Consumer<Piece> each) {
            this.shortened = shortened;
            this.each = each;
            if (!shortened.summary().keepsPrompts()) {
                each.accept(shortened.summary());
            }
        }

        @Override
        public void accept(Piece piece) {
            var isKept =
                    switch (piece) {
                        case Piece.Prompt _ -> count >= shortened.first();
                        case Piece.Step _ ->
                                count > shortened.at()
                                        || (count >= shortened.first()
                                                && !shortened.summary().keepsPrompts());
                        case Piece.Summary summary ->
                                count == shortened.at() && summary.keepsPrompts();
                    };
            if (isKept) {
                each.accept(piece);
            }
            count++;
        }
    }
}
