package dev.parley.history.text;

import dev.parley.api.SearchHits.Hit;
import dev.parley.api.Snippet;
import dev.parley.history.SessionEntry;
import dev.parley.history.text.hit.LineTexts;
import dev.parley.history.text.hit.Snippets;
import dev.parley.history.text.hit.TextLocations.Spot;
import dev.parley.history.text.hit.TextWindow;
import dev.parley.history.text.query.FoundTurns.Found;
import dev.parley.history.text.query.SearchQuery;
import dev.parley.history.text.words.Fields;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/// Shows turns that were found: chooses one of the texts of each, and cuts a piece out of it.
/// Belongs to one thread.
final class TurnHit {
    /// Texts of a turn that are read to find what is not known to be in one of them.
    private static final int TRIED = 12;

    private final SearchQuery query;
    private final Snippets snippets;
    private final LineTexts lines;

    TurnHit(SearchQuery query, LineTexts lines) {
        this.query = query;
        this.lines = lines;
        snippets = new Snippets(query.terms());
    }

    /// @param spots those of the turn
    /// @param known the text in which something was found; -1 when that is not known
    Hit of(SessionEntry entry, Found turn, List<Spot> spots, int known) throws IOException {
        var shown = known >= 0 ? sure(turn, spots, known) : firstFit(turn, spots);
        var spot = spots.get(shown.spot());
        return new Hit(
                entry.summary(),
                turn.facts().turn(),
                spot.sequence(),
                Instant.ofEpochMilli(turn.facts().time()),
                spot.role().word(),
                shown.snippet());
    }

    private record Shown(int spot, @Nullable Snippet snippet) {}

    private Shown firstFit(Found turn, List<Spot> spots) throws IOException {
        var tried = query.wanted().isEmpty() ? 1 : Math.min(TRIED, spots.size());
        var first = near(turn, spots, 0);
        var near = first;
        for (var at = 0; at < tried; at++) {
            // Of several texts of one line all were looked at.
            var isSame = at > 0 && spots.get(at).offset() == spots.get(at - 1).offset();
            if (at > 0 && (!isSame || spots.get(at).offset() < 0)) {
                near = near(turn, spots, at);
            }
            if (near.fit() > 0) {
                return new Shown(at, snippet(near));
            }
        }
        return new Shown(0, snippet(first));
    }

    private @Nullable Snippet snippet(TextWindow near) {
        return near.fit() < 0 ? null : snippets.around(near.text(), near.place());
    }

    /// What is known to be there is looked for more thoroughly.
    private Shown sure(Found turn, List<Spot> spots, int number) throws IOException {
        var snippet = snippet(near(turn, spots, number));
        var offset = spots.get(number).offset();
        if (offset >= 0 && snippet != null && snippet.marks().isEmpty()) {
            var decoded = best(lines.all(turn.facts().file(), offset));
            return new Shown(number, decoded.fit() > 0 ? snippet(decoded) : snippet);
        }
        return new Shown(number, snippet);
    }

    private TextWindow near(Found turn, List<Spot> spots, int number) throws IOException {
        var offset = spots.get(number).offset();
        if (offset >= 0) {
            return lines.find(turn.facts().file(), offset);
        }
        var leaf = turn.leaf().reader();
        var kept = leaf.storedFields().document(turn.doc(), Set.of(Fields.TEXT));
        var texts = kept.getValues(Fields.TEXT);
        return number < texts.length ? best(List.of(texts[number])) : TextWindow.NOTHING;
    }

    /// Of several texts, the one that has most of what is looked for.
    private TextWindow best(List<String> texts) {
        var best = TextWindow.NOTHING;
        for (var text : texts) {
            var near = snippets.find(text);
            if (near.fit() > best.fit()) {
                best = near;
            }
        }
        return best;
    }
}
