package dev.parley.work.move;

import dev.parley.api.MoveRequest;
import dev.parley.base.problem.Problem;
import dev.parley.portable.Piece;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Which part of a conversation is brought: all of it; of one that was made shorter what the CLI
/// itself would go on with; or the turns that were asked for.
final class Excerpt {
    private final Conversation conversation;
    private final int first;
    private final int last;
    private final int turns;
    private final @Nullable Shortened shortened;

    private Excerpt(
            Conversation conversation,
            int first,
            int last,
            int turns,
            @Nullable Shortened shortened) {
        this.conversation = conversation;
        this.first = first;
        this.last = last;
        this.turns = turns;
        this.shortened = shortened;
    }

    private static final class Count implements Consumer<Piece> {
        private int turns;

        @Override
        public void accept(Piece piece) {
            turns += piece instanceof Piece.Prompt ? 1 : 0;
        }
    }

    /// Reads it once, to know what is there.
    static Excerpt of(Conversation conversation, MoveRequest request) throws InterruptedException {
        var count = new Count();
        var search = new Shortened.Search();
        conversation.source().read(search.andThen(count));
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
        var isAsItGoesOn = first == null && request.toTurn() == null;
        return new Excerpt(
                conversation,
                first == null ? 1 : first,
                Math.min(last, count.turns),
                count.turns,
                isAsItGoesOn ? search.found() : null);
    }

    /// Whether anybody has said anything.
    static boolean hasPrompts(Conversation conversation) throws InterruptedException {
        var count = new Count();
        conversation.source().read(count);
        return count.turns > 0;
    }

    private static Problem outside(Conversation conversation, String option, int turns) {
        return Problem.invalid(
                "%s is outside of %s, which has %s."
                        .formatted(
                                option,
                                conversation.heading().from(),
                                turns == 1 ? "one turn" : turns + " turns"),
                turns == 1 ? "Leave the option out." : "Name a turn from 1 to " + turns + ".");
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
        if (shortened != null) {
            conversation.source().read(new Shortened.Pick(shortened, each));
            return;
        }
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
        return !(piece instanceof Piece.Summary) && at.turns >= first && at.turns <= last;
    }

    /// What is left out, for a person and for the model.
    List<String> leftOut() {
        var left = new ArrayList<String>();
        if (shortened != null) {
            left.add("A summary in it stands for what was said first.");
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
