package dev.parley.search;

import dev.parley.history.Secrets;
import dev.parley.search.SearchQuery.Term;
import dev.parley.search.Snippet.Mark;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/// Finds what was looked for in a text again, and cuts out the piece that shows most of it. Belongs
/// to one thread.
final class Snippets {
    private static final int BEFORE = 60;
    private static final int LENGTH = 220;
    private static final int MOST_CHARS = 256 << 10;
    private static final int MOST_MATCHES = 200;

    /// Around a hit, enough to know the whole of a secret; of a private key it takes more.
    private static final int AROUND = 500;

    private static final int AROUND_KEY = 5000;

    private final List<Term> terms;
    private final List<List<byte[]>> wanted;
    private final WordScanner scanner = new WordScanner();
    private final WordScanner ahead = new WordScanner();
    private final TextPacker packer = new TextPacker();

    Snippets(List<Term> terms) {
        this.terms = terms;
        wanted =
                terms.stream()
                        .map(term ->
                                term.words().stream()
                                        .map(word -> word.getBytes(StandardCharsets.UTF_8))
                                        .toList())
                        .toList();
    }

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
        var around = text.contains("PRIVATE KEY-----") ? AROUND_KEY : AROUND;
        var from = Math.max(0, first - around);
        var near = text.substring(from, Math.min(text.length(), first + around));
        var masked = packer.isSuspicious(near) ? Secrets.mask(near) : near;
        var matches = matches(masked);
        return piece(masked, matches, best(matches));
    }

    /// Where the piece with the most different terms begins.
    private static int best(List<Match> matches) {
        return matches.stream()
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
        var chars = text.toCharArray();
        var matches = new ArrayList<Match>();
        scanner.reset(chars, 0, chars.length);
        while (scanner.next() && matches.size() < MOST_MATCHES) {
            for (var term = 0; term < wanted.size(); term++) {
                var end = end(term, chars);
                if (end > 0) {
                    matches.add(new Match(term, new Mark(scanner.start, end)));
                }
            }
        }
        return matches;
    }

    /// Where a term ends that begins with the word the scanner is at; 0 when it does not.
    private int end(int term, char[] chars) {
        var words = wanted.get(term);
        if (!fits(scanner, words, 0, term)) {
            return 0;
        }
        var end = scanner.end;
        if (words.size() > 1) {
            ahead.reset(chars, end, chars.length);
            for (var at = 1; at < words.size(); at++) {
                if (!ahead.next() || !fits(ahead, words, at, term)) {
                    return 0;
                }
                end = ahead.end;
            }
        }
        return end;
    }

    private boolean fits(WordScanner at, List<byte[]> words, int number, int term) {
        var word = words.get(number);
        var mayGoOn = terms.get(term).isPrefix() && number == words.size() - 1;
        var isLong = mayGoOn ? at.length >= word.length : at.length == word.length;
        return isLong && Arrays.equals(at.word, 0, word.length, word, 0, word.length);
    }
}
