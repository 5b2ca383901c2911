package dev.parley.history.text.hit;

import dev.parley.base.json.Json;
import dev.parley.history.text.query.SearchQuery.Term;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Finds what is looked for in the texts of one line of a CLI's file, whatever its format, and
/// decodes only what is around it: lines may be long, and are there twenty times for a page of
/// hits. Belongs to one thread.
public final class LineTexts implements AutoCloseable {
    /// What is found is this close together in the best case.
    private static final int TOGETHER = 160;

    /// Around what is found; see [Snippets] for what has to be seen of a secret.
    private static final int BYTES_BEFORE = 1000;

    /// A term is compared with bytes that were read.
    private static final int AHEAD = 512;

    /// Shorter texts are rather names and kinds: shown when nothing longer fits.
    private static final int SHORT = 24;

    /// The name of a member is not longer; which it is tells what comes behind it.
    private static final int NAME = 100;

    private final RawLine line = new RawLine();
    private final RawTerms terms;

    /// Where each term was seen last in a text.
    private final int[] last;

    public LineTexts(List<Term> terms) {
        this.terms = new RawTerms(terms);
        last = new int[terms.size()];
    }

    /// @return [TextWindow#NOTHING] when the file has changed since it was indexed and there is no
    ///   line
    public TextWindow find(String file, long offset) {
        try {
            line.start(file, offset);
            return find();
        } catch (IOException _) {
            // Gone: the hit is shown without its text, and soon not any more.
            return TextWindow.NOTHING;
        }
    }

    /// All texts of the line, decoded.
    public List<String> all(String file, long offset) {
        var texts = new ArrayList<String>();
        try {
            line.start(file, offset);
            var end = 0;
            while (end < line.limit || line.more()) {
                if (line.bytes[end] == '\n') {
                    break;
                }
                end++;
            }
            Json.parse(new String(line.bytes, 0, end, StandardCharsets.UTF_8))
                    .ifPresent(json -> add(json, texts));
        } catch (IOException _) {
            // As above.
        }
        return texts;
    }

    private static void add(JsonNode json, List<String> texts) {
        if (json.isString()) {
            texts.add(json.asString());
        } else if (json.isContainer()) {
            json.forEach(item -> add(item, texts));
        }
    }

    private int at;
    private int place;
    private int fit;
    private boolean isWhole;

    /// The text with most terms; of those with none, the longest.
    private TextWindow find() throws IOException {
        var bestStart = -1;
        var bestPlace = 0;
        var bestFit = 0;
        var bestValue = -1;
        var longest = 0;
        at = 0;
        while (goToText()) {
            var start = at;
            scan(start);
            if (isWhole && isName()) {
                continue;
            }
            var length = at - start;
            var value = 2 * fit + (isWhole && length < SHORT ? 0 : 1);
            if (fit == 0 ? bestFit == 0 && length >= longest : value > bestValue) {
                bestStart = start;
                bestPlace = place;
                bestFit = fit;
                bestValue = fit == 0 ? bestValue : value;
                longest = length;
            }
            if (!isWhole) {
                break;
            }
        }
        if (bestStart < 0) {
            return TextWindow.NOTHING;
        }
        return RawText.decode(line, beginning(bestStart, bestPlace), bestPlace, bestFit);
    }

    /// Goes behind the next quote.
    private boolean goToText() throws IOException {
        while (at < line.limit || line.more()) {
            switch (line.bytes[at++]) {
                case '"' -> {
                    return true;
                }
                case '\n' -> {
                    return false;
                }
                default -> {}
            }
        }
        return false;
    }

    /// Whether the text that just ended is the name of a member.
    private boolean isName() throws IOException {
        while (at < line.limit || line.more()) {
            if (line.bytes[at] != ' ') {
                return line.bytes[at] == ':';
            }
            at++;
        }
        return false;
    }

    /// Goes to the end of a text, or only to where all terms are together.
    private void scan(int start) throws IOException {
        fit = 0;
        place = start;
        isWhole = true;
        Arrays.fill(last, -1);
        var most = 0;
        var isInWord = false;
        while (at < line.limit || line.more()) {
            switch (terms.kind(line.bytes[at])) {
                case RawTerms.QUOTE -> {
                    at++;
                    return;
                }
                case RawTerms.LINE_END -> {
                    return;
                }
                case RawTerms.ESCAPE -> {
                    at++;
                    isInWord = false;
                }
                case RawTerms.OF_WORD -> isInWord = true;
                case RawTerms.OF_WANTED -> {
                    var count = isInWord && line.bytes[at] >= 0 ? 0 : seen();
                    if (count > most) {
                        most = count;
                        place = earliest();
                        if (most == terms.size() && !mayBeName(start)) {
                            isWhole = false;
                            return;
                        }
                    }
                    isInWord = line.bytes[at] >= 0;
                }
                default -> isInWord = false;
            }
            at++;
        }
    }

    /// Notes the terms that begin here.
    ///
    /// @return how many different ones are close together, ending here; 0 when none begins here
    private int seen() throws IOException {
        if (line.limit - at < AHEAD) {
            line.more();
        }
        var isSeen = false;
        for (var term = 0; term < last.length; term++) {
            if (terms.end(term, line.bytes, at, line.limit) >= 0) {
                fit += last[term] < 0 ? 1 : 0;
                last[term] = at;
                isSeen = true;
            }
        }
        if (!isSeen) {
            return 0;
        }
        var count = 0;
        for (var seen : last) {
            count += isClose(seen) ? 1 : 0;
        }
        return count;
    }

    private boolean isClose(int seen) {
        return seen >= 0 && seen > at - TOGETHER;
    }

    private int earliest() {
        var earliest = at;
        for (var seen : last) {
            earliest = isClose(seen) ? Math.min(earliest, seen) : earliest;
        }
        return earliest;
    }

    private boolean mayBeName(int start) {
        for (var next = at; next < start + NAME && next < line.limit; next++) {
            if (line.bytes[next] == '"' && line.bytes[next - 1] != '\\') {
                return true;
            }
        }
        return false;
    }

    /// Far enough before a place, and not in the middle of an escape, of a character or of a
    /// private key.
    private int beginning(int start, int around) {
        var from = around - BYTES_BEFORE;
        while (from > start && line.bytes[from - 1] != ' ') {
            from--;
        }
        if (from <= start) {
            return start;
        }
        var key = RawText.lastKey(line.bytes, start, from);
        return key < 0 ? from : key;
    }

    @Override
    public void close() throws IOException {
        line.close();
    }
}
