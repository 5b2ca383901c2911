package dev.parley.search;

import dev.parley.history.Secrets;
import dev.parley.search.SearchQuery.Term;
import dev.parley.search.Snippet.Mark;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/// Finds what was looked for in a text again, and cuts out the piece that shows most of it. Belongs
/// to one thread.
final class Snippets {
    private static final int BEFORE = 60;
    private static final int LENGTH = 220;
    private static final int MOST_CHARS = 256 << 10;

    /// Around a hit, enough to know the whole of a secret.
    private static final int AROUND = 4096;

    private final List<Term> terms;
    private final WordScanner scanner = new WordScanner();

    Snippets(List<Term> terms) {
        this.terms = terms;
    }

    private record Word(String text, int start, int end) {}

    private record Match(int term, Mark mark) {}

    /// How many different terms are in a text.
    int fit(String text) {
        var found = new HashSet<Integer>();
        matches(cut(text)).forEach(match -> found.add(match.term()));
        return found.size();
    }

    private static String cut(String text) {
        return text.length() > MOST_CHARS ? text.substring(0, MOST_CHARS) : text;
    }

    Snippet of(String whole) {
        var text = cut(whole);
        var first = best(matches(text));
        var from = Math.max(0, first - AROUND);
        var masked = Secrets.mask(text.substring(from, Math.min(text.length(), first + AROUND)));
        var matches = matches(masked);
        return piece(masked, matches, best(matches));
    }

    /// Where the piece with the most different terms begins.
    private static int best(List<Match> matches) {
        return matches.stream()
                .limit(200)
                .max(
                        Comparator.comparingLong((Match match) -> together(matches, match))
                                .thenComparingInt(match -> -match.mark().start()))
                .map(match -> match.mark().start())
                .orElse(0);
    }

    private static long together(List<Match> matches, Match first) {
        return matches.stream()
                .filter(match ->
                        match.mark().start() >= first.mark().start()
                                && match.mark().end() <= first.mark().start() + LENGTH - BEFORE)
                .map(Match::term)
                .distinct()
                .count();
    }

    private static Snippet piece(String text, List<Match> matches, int first) {
        var from = wordStart(text, Math.max(0, first - BEFORE), first);
        var to = wordEnd(text, Math.min(text.length(), from + LENGTH));
        var before = from > 0 ? "…" : "";
        var shown = new StringBuilder(before);
        for (var at = from; at < to; at++) {
            shown.append(text.charAt(at) < ' ' ? ' ' : text.charAt(at));
        }
        shown.append(to < text.length() ? "…" : "");
        var shift = before.length() - from;
        var marks =
                matches.stream()
                        .map(Match::mark)
                        .filter(mark -> mark.start() >= from && mark.end() <= to)
                        .distinct()
                        .sorted(Comparator.comparingInt(Mark::start))
                        .map(mark -> new Mark(mark.start() + shift, mark.end() + shift))
                        .toList();
        return new Snippet(shown.toString(), apart(marks));
    }

    /// Of those that overlap, the first.
    private static List<Mark> apart(List<Mark> marks) {
        var apart = new ArrayList<Mark>();
        for (var mark : marks) {
            if (apart.isEmpty() || apart.getLast().end() <= mark.start()) {
                apart.add(mark);
            }
        }
        return apart;
    }

    private static int wordStart(String text, int at, int most) {
        var start = at;
        while (start > 0 && start < most && text.charAt(start - 1) > ' ') {
            start++;
        }
        return start;
    }

    private static int wordEnd(String text, int at) {
        var end = at;
        while (end < text.length() && end < at + BEFORE && text.charAt(end) > ' ') {
            end++;
        }
        // Not between the two halves of one character.
        return end < text.length() && Character.isLowSurrogate(text.charAt(end)) ? end + 1 : end;
    }

    private List<Match> matches(String text) {
        var words = words(text);
        var matches = new ArrayList<Match>();
        for (var term = 0; term < terms.size(); term++) {
            var wanted = terms.get(term).words();
            for (var at = 0; at + wanted.size() <= words.size(); at++) {
                if (isAt(terms.get(term), words, at)) {
                    var end = words.get(at + wanted.size() - 1).end();
                    matches.add(new Match(term, new Mark(words.get(at).start(), end)));
                }
            }
        }
        return matches;
    }

    private static boolean isAt(Term term, List<Word> words, int at) {
        var wanted = term.words();
        for (var i = 0; i < wanted.size(); i++) {
            var mayGoOn = term.isPrefix() && i == wanted.size() - 1;
            var word = words.get(at + i).text();
            var fits = mayGoOn ? word.startsWith(wanted.get(i)) : word.equals(wanted.get(i));
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private List<Word> words(String text) {
        scanner.reset(text);
        var words = new ArrayList<Word>();
        while (scanner.next()) {
            words.add(
                    new Word(
                            new String(scanner.word, 0, scanner.length, StandardCharsets.UTF_8),
                            scanner.start,
                            scanner.end));
        }
        return words;
    }
}
