package dev.parley.work.move;

import dev.parley.api.MoveRequest;
import dev.parley.base.problem.Problem;
import dev.parley.portable.Piece;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Which part of a conversation is brought: all of it; what follows the last summary, with which
/// the CLI itself would go on; or the turns that were asked for.
final class Excerpt {
    private final Conversation conversation;
    private final int first;
    private final int last;
    private final int summary;
    private final int turns;

    private Excerpt(Conversation conversation, int first, int last, int summary, Count all) {
        this.conversation = conversation;
        this.first = first;
        this.last = last;
        this.summary = summary;
        turns = all.turns;
    }

    private static final class Count implements Consumer<Piece> {
        private int turns;
        private int summaries;

        @Override
        public void accept(Piece piece) {
            switch (piece) {
                case Piece.Prompt _ -> turns++;
                case Piece.Summary _ -> summaries++;
                case Piece.Step _ -> {}
            }
        }
    }

    /// Reads it once, to know what is there.
    static Excerpt of(Conversation conversation, MoveRequest request) throws InterruptedException {
        var count = new Count();
        conversation.source().read(count);
        if (count.turns == 0) {
            throw Problem.invalid(
                    "Nothing was said in " + conversation.heading().from() + " yet.",
                    "Move a session that has at least one prompt.");
        }
        var first = request.fromTurn();
        var last = request.toTurn() == null ? Integer.MAX_VALUE : request.toTurn();
        if (first != null && (first < 1 || first > count.turns)) {
            throw outside(conversation, "--from-turn " + first, count.turns);
        }
        if (last < (first == null ? 1 : first)) {
            throw outside(conversation, "--to-turn " + last, count.turns);
        }
        var isAfterSummary = first == null && request.toTurn() == null;
        return new Excerpt(
                conversation,
                first == null ? 1 : first,
                Math.min(last, count.turns),
                isAfterSummary ? count.summaries : 0,
                count);
    }

    /// Whether anybody has said anything.
    static boolean hasPrompts(Conversation conversation) throws InterruptedException {
        var count = new Count();
        conversation.source().read(count);
        return count.turns > 0;
    }

    private static Problem outside(Conversation conversation, String option, int turns) {
        return Problem.invalid(
                "%s is outside of %s, which has %d turns."
                        .formatted(option, conversation.heading().from(), turns),
                "Name a turn from 1 to " + turns + ".");
    }

    /// @param again prompts at the end that do not count, if nobody has answered them
    /// @return those that were left out
    List<Piece.Prompt> read(Predicate<Piece.Prompt> again, Consumer<Piece> each)
            throws InterruptedException {
        var waiting = new ArrayList<Piece.Prompt>();
        read(piece -> {
            if (piece instanceof Piece.Prompt prompt) {
                waiting.add(prompt);
                return;
            }
            waiting.forEach(each);
            waiting.clear();
            each.accept(piece);
        });
        waiting.stream().filter(again.negate()).forEach(each);
        return waiting.stream().filter(again).toList();
    }

    private void read(Consumer<Piece> each) throws InterruptedException {
        var at = new Count();
        conversation
                .source()
                .read(piece -> {
                    at.accept(piece);
                    if (isIn(piece, at)) {
                        each.accept(piece);
                    }
                });
    }

    private boolean isIn(Piece piece, Count at) {
        if (summary > 0) {
            return at.summaries == summary;
        }
        return !(piece instanceof Piece.Summary) && at.turns >= first && at.turns <= last;
    }

    /// What is left out, for a person and for the model.
    List<String> leftOut() {
        var left = new ArrayList<String>();
        if (summary > 0) {
            left.add("It begins with the summary that stands for what was said before.");
        } else if (first > 1) {
            left.add(
                    first == 2
                            ? "Turn 1 is left out."
                            : "Turns 1 to %d are left out.".formatted(first - 1));
        }
        if (last < turns) {
            left.add("It ends with turn %d of %d.".formatted(last, turns));
        }
        var subagents = conversation.subagents();
        if (!subagents.isEmpty()) {
            left.add(
                    "What its subagents said among themselves is left out: "
                            + String.join(", ", subagents.subList(0, Math.min(5, subagents.size())))
                            + (subagents.size() > 5 ? ", …" : "")
                            + ".");
        }
        return left;
    }
}
