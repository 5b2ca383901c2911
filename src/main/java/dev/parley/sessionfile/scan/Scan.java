package dev.parley.sessionfile.scan;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.base.json.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Instant;

/// Walks through the JSON of a line and makes nothing of what nobody asks for: a list of sessions
/// needs little of what is in their files, and stepping over the rest is an order of magnitude
/// faster than parsing it. Asking for something that is not there throws [Lost]. Belongs to one
/// thread, and is used for one line after the other.
public final class Scan {
    /// No member: the object has ended.
    public static final String END = NameTable.NONE;

    /// The line is not what was expected, or broken: a parser has to look at it.
    public static final class Lost extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Lost() {
            super(null, null, false, false);
        }
    }

    private final TextDecoder decoder = new TextDecoder();
    private static final byte[] NOTHING = new byte[0];

    private byte[] bytes = NOTHING;
    private int at;
    private int to;
    private boolean isFirst;

    /// @throws Lost if it is no object, or one that does not end
    public void start(Line line) {
        bytes = line.bytes();
        at = line.from();
        to = line.to();
        while (to > at && bytes[to - 1] <= ' ' && bytes[to - 1] >= 0) {
            to--;
        }
        if (to == at || bytes[to - 1] != '}') {
            throw new Lost();
        }
    }

    /// Lets go of the line: whoever reads a file may be kept for long, and with him what this
    /// holds.
    public void stop() {
        bytes = NOTHING;
        at = 0;
        to = 0;
    }

    /// Goes into the object or array that is next.
    public void enter() {
        if (next() != '{' && bytes[at] != '[') {
            throw new Lost();
        }
        at++;
        isFirst = true;
    }

    public boolean isObject() {
        return next() == '{';
    }

    public boolean isArray() {
        return next() == '[';
    }

    public boolean isText() {
        return next() == '"';
    }

    /// Whether a text is next that begins so.
    public boolean beginsWith(char first) {
        return isText() && at + 1 < to && bytes[at + 1] == first;
    }

    /// Goes to the value of the next member that has one of these names, over all others.
    ///
    /// @return its name, or [#END] behind the object
    public String member(NameTable names) {
        while (hasNext('}')) {
            var name = name(names);
            if (!name.isEmpty()) {
                return name;
            }
            skip();
        }
        return END;
    }

    /// Goes to the value of the next member, whatever its name is: names can be data, such as
    /// paths.
    ///
    /// @return its name, or null behind the object
    public @Nullable String member() {
        if (!hasNext('}')) {
            return null;
        }
        expect('"');
        var start = at;
        at = endOfText();
        var name = decoder.decode(bytes, start, at++);
        expect(':');
        return name;
    }

    /// Goes to the next value of an array, or behind it.
    public boolean element() {
        return hasNext(']');
    }

    private boolean hasNext(char end) {
        var next = next();
        if (next == end) {
            at++;
            isFirst = false;
            return false;
        }
        if (!isFirst) {
            expect(',');
        }
        isFirst = false;
        return true;
    }

    private String name(NameTable names) {
        expect('"');
        var start = at;
        at = endOfText();
        var name = names.find(bytes, start, at++);
        expect(':');
        return name;
    }

    /// Which of these words a text is; [NameTable#NONE] for all else.
    public String word(NameTable words) {
        if (next() != '"') {
            skip();
            return NameTable.NONE;
        }
        var start = ++at;
        at = endOfText();
        return words.find(bytes, start, at++);
    }

    /// A short text, or null where there is another value.
    ///
    /// @param likely is returned instead of making the same text again
    public @Nullable String text(@Nullable String likely) {
        if (next() != '"') {
            skip();
            return null;
        }
        var start = ++at;
        at = endOfText();
        var length = at++ - start;
        if (likely != null && isSame(likely, start, length)) {
            return likely;
        }
        if (Bytes.find('\\', bytes, start, start + length) < start + length) {
            throw new Lost();
        }
        if (length > Values.LONGEST_NAME) {
            throw new Lost();
        }
        return new String(bytes, start, length, UTF_8);
    }

    private boolean isSame(String text, int start, int length) {
        if (text.length() != length) {
            return false;
        }
        for (var index = 0; index < length; index++) {
            if (bytes[start + index] != text.charAt(index)) {
                return false;
            }
        }
        return true;
    }

    /// A text of any kind, or null where there is another value.
    public @Nullable String said() {
        if (next() != '"') {
            skip();
            return null;
        }
        var start = ++at;
        at = endOfText();
        return decoder.decode(bytes, start, at++);
    }

    /// An object, parsed.
    public JsonNode json() {
        next();
        var start = at;
        skip();
        return Json.parseObject(bytes, start, at - start).orElseThrow(Lost::new);
    }

    /// Whether there is a text that says something.
    public boolean isSaid() {
        if (next() != '"') {
            skip();
            return false;
        }
        var start = ++at;
        at = endOfText();
        if (at > start && (bytes[start] == '\\' || bytes[start] == ' ')) {
            throw new Lost(); // perhaps nothing but blanks
        }
        return at++ > start;
    }

    public @Nullable Instant time() {
        if (next() != '"') {
            expectNothing();
            return null;
        }
        var start = ++at;
        at = endOfText();
        // One that cannot be is counted by who reads the line in full.
        return Timestamps.parse(bytes, start, at++).filter(Values::isTime).orElseThrow(Lost::new);
    }

    public boolean isTrue() {
        var is = next() == 't';
        skip();
        return is;
    }

    /// A whole number; anything else is `otherwise`.
    public long number(long otherwise) {
        next();
        var start = at;
        var number = 0L;
        while (at < to && bytes[at] >= '0' && bytes[at] <= '9') {
            number = number * 10 + (bytes[at++] - '0');
        }
        var digits = at - start;
        if (digits > 18
                || (at < to && (bytes[at] == '.' || bytes[at] == 'e' || bytes[at] == 'E'))) {
            throw new Lost();
        }
        if (digits == 0) {
            skip();
            return otherwise;
        }
        return number;
    }

    /// A number of tokens, or `otherwise` where there is nothing. One that cannot be is counted by
    /// who reads the line in full.
    public long tokens(long otherwise) {
        if (next() == 'n') {
            skip();
            return otherwise;
        }
        var tokens = number(-1);
        if (!Values.areTokens(tokens)) {
            throw new Lost();
        }
        return tokens;
    }

    /// The number of a line, or `otherwise` where there is nothing.
    public int line(int otherwise) {
        if (next() == 'n') {
            skip();
            return otherwise;
        }
        var line = number(-1);
        if (!Values.isLine(line)) {
            throw new Lost();
        }
        return (int) line;
    }

    private void expectNothing() {
        if (next() != 'n') {
            throw new Lost();
        }
        skip();
    }

    /// Steps over a value.
    public void skip() {
        var depth = 0;
        do {
            switch (next()) {
                case '"' -> {
                    at++;
                    at = endOfText() + 1;
                }
                case '{', '[' -> {
                    depth++;
                    at++;
                }
                case '}', ']' -> {
                    depth--;
                    at++;
                }
                default -> skipPlain();
            }
        } while (depth > 0);
        isFirst = false;
    }

    /// Numbers, words, and what stands between values.
    private void skipPlain() {
        at++;
        while (at < to) {
            switch (bytes[at]) {
                case '"', '{', '[', '}', ']', ',' -> {
                    return;
                }
                default -> at++;
            }
        }
    }

    /// Where the closing quote is; one behind an odd number of backslashes is part of the text.
    private int endOfText() {
        var quote = Bytes.find('"', bytes, at, to);
        while (quote < to) {
            if (quote == at || bytes[quote - 1] != '\\') {
                return quote;
            }
            var before = quote;
            while (before > at && bytes[before - 1] == '\\') {
                before--;
            }
            if (((quote - before) & 1) == 0) {
                return quote;
            }
            quote = Bytes.find('"', bytes, quote + 1, to);
        }
        throw new Lost();
    }

    private void expect(char expected) {
        if (next() != expected) {
            throw new Lost();
        }
        at++;
    }

    /// What is next, after blanks: of which there are hardly any.
    private byte next() {
        return at < to && bytes[at] > ' ' ? bytes[at] : nextAfterBlanks();
    }

    private byte nextAfterBlanks() {
        while (at < to) {
            var next = bytes[at];
            if (next > ' ' || next < 0) {
                return next;
            }
            at++;
        }
        throw new Lost();
    }
}
