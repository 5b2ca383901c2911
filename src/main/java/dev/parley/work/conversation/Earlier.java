package dev.parley.work.conversation;

import dev.parley.event.OwnWords;
import dev.parley.store.ConversationStore.Role;
import dev.parley.store.ConversationStore.Turn;
import dev.parley.work.TokenCounter;

import java.util.List;
import java.util.Optional;

/// What was said before, as somebody who joins is told it.
///
/// @param text empty if nothing was said
/// @param how much of it there is
public record Earlier(String text, Extent how) {
    static final long MOST_TOKENS = 8000;

    static final Earlier NOTHING = new Earlier("", Extent.NOTHING);

    public enum Extent {
        NOTHING,
        WHOLE,
        /// A model has made it shorter.
        CONDENSED,
        /// The beginning is missing.
        CUT
    }

    /// The task below what was said before.
    public String before(String task) {
        return text.isEmpty() ? task : text + OwnWords.ASKED + task;
    }

    static Earlier whole(List<Turn> turns) {
        return turns.isEmpty() ? NOTHING : new Earlier(told(turns, ""), Extent.WHOLE);
    }

    static Earlier condensed(String summary) {
        return new Earlier(
                OwnWords.JOINED
                        + " A summary of what was said before:\n\n"
                        + summary.strip()
                        + "\n",
                Extent.CONDENSED);
    }

    boolean fits() {
        return TokenCounter.isWithin(text, MOST_TOKENS);
    }

    /// The end of it that fits.
    static Earlier cut(List<Turn> turns) {
        for (var from = 1; from < turns.size(); from++) {
            var rest =
                    new Earlier(
                            told(
                                    turns.subList(from, turns.size()),
                                    "\n(What came first is left out.)\n"),
                            Extent.CUT);
            if (rest.fits()) {
                return rest;
            }
        }
        return endOf(turns.getLast());
    }

    private static Earlier endOf(Turn turn) {
        var said = turn.said().content();
        var heading = told(List.of(), "\n(What came first is left out.)\n") + title(turn);
        for (var length = said.length(); ; length = length * 3 / 4) {
            var end = said.substring(said.length() - length);
            var rest = new Earlier(heading + "…" + end + "\n", Extent.CUT);
            if (rest.fits()) {
                return rest;
            }
        }
    }

    /// Each turn between marks that are in none of them, so that nobody's words pass for another's.
    private static String told(List<Turn> turns, String note) {
        var mark = "====";
        while (contains(turns, mark)) {
            mark += "=";
        }
        var all = new StringBuilder(OwnWords.JOINED + " What was said before:\n");
        all.append(note);
        for (var turn : turns) {
            all.append('\n').append(mark).append(' ').append(title(turn));
            all.append(turn.said().content().strip()).append('\n');
        }
        return turns.isEmpty() ? all.toString() : all.append(mark).append('\n').toString();
    }

    private static boolean contains(List<Turn> turns, String mark) {
        return turns.stream().anyMatch(turn -> turn.said().content().contains(mark));
    }

    private static String title(Turn turn) {
        var said = turn.said();
        var who = said.role() == Role.USER ? "user, to " + said.provider() : said.provider();
        var failure =
                Optional.of(said.metadata().path("error").asString(""))
                        .filter(error -> !error.isEmpty())
                        .map(error -> ", which failed: " + error);
        return who + " (" + said.tool() + ")" + failure.orElse("") + "\n";
    }
}
