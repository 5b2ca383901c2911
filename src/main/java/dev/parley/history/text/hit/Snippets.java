package dev.parley.history.text.hit;

import dev.parley.api.Snippet;
import dev.parley.api.Snippet.Mark;
import dev.parley.event.Secrets;
import dev.parley.history.text.query.SearchQuery.Term;
import dev.parley.history.text.words.TextPacker;
import dev.parley.history.text.words.WordScanner;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Finds what was looked for in a text again, and cuts out the piece that shows most of it. Belongs
/// to one thread.
public final class Snippets {
    private static final int BEFORE = 60;
    private static final int LENGTH = 220;
    private static final int MOST_CHARS = 256 << 10;
    private static final int MOST_MATCHES = 200;

    /// What is looked at around a hit is more than what is shown, to know the whole of a secret.
    /// Before it, the name of one is enough, because words are not cut in two; behind it, all until
    /// the next blank.
    private static final int AHEAD = 250;

    static final int BEHIND = 350;
    static final int LONGEST = 4000;

    private final List<Term> terms;
    private final List<List<byte[]>> wanted;
    private final WordScanner scanner = new WordScanner();
    private final WordScanner ahead = new WordScanner();
    private final TextPacker packer = new TextPacker();

    public Snippets(List<Term> terms) {
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

    public TextWindow find(String text) {
        var whole = text.length() > MOST_CHARS ? text.substring(0, MOST_CHARS) : text;
        var matches = matches(whole);
        var fit = (int) matches.stream().mapToInt(Match::term).distinct().count();
        return new TextWindow(whole, best(matches), fit);
    }

    /// Cuts out what is around a place.
    public Snippet around(String text, int place) {
        // A private key may begin anywhere.
        var from = text.contains("PRIVATE KEY-----") ? 0 : Math.max(0, place - AHEAD);
        var near = text.substring(from, end(text, Math.min(text.length(), place + BEHIND)));
        var masked = packer.isSuspicious(near) ? Secrets.mask(near) : near;
        var matches = matches(masked);
        var otherwise = Math.min(place - from, masked.length());
        return piece(masked, matches, matches.isEmpty() ? otherwise : best(matches));
    }

    private static int end(String text, int from) {
        var end = from;
        while (end < text.length() && end < from + LONGEST && text.charAt(end) > ' ') {
            end++;
        }
        return end;
    }

    /// Where the piece with the most different terms begins.
    private static int best(List<Match> matches) {
        var best = 0;
        var most = 0;
        for (var first = 0; first < matches.size(); first++) {
            var together = together(matches, first);
            if (together > most) {
                most = together;
                best = matches.get(first).mark().start();
            }
        }
        return best;
    }

    /// Nobody looks for more than 64 terms and minds.
    private static int together(List<Match> matches, int first) {
        var end = matches.get(first).mark().start() + LENGTH - BEFORE;
        var seen = 0L;
        for (var at = first; at < matches.size(); at++) {
            var match = matches.get(at);
            if (match.mark().start() >= end) {
                break;
            }
            seen |= match.mark().end() <= end ? 1L << match.term() : 0;
        }
        return Long.bitCount(seen);
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
