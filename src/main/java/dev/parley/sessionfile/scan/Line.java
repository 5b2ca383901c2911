package dev.parley.sessionfile.scan;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.base.json.Json;

import tools.jackson.databind.JsonNode;

import java.util.Optional;

/// A line of a file as it stands there, without its line end. Only good until the next one is read:
/// the bytes are the reader's own.
public final class Line {
    /// Shorter lines have not too many values whatever is in them.
    private static final int FEW_VALUES = 1 << 20;

    private static final int MOST_VALUES = 500_000;

    private final byte[] bytes;
    private final int from;
    private final int length;

    public Line(byte[] bytes, int from, int length) {
        this.bytes = bytes;
        this.from = from;
        this.length = length;
    }

    static Line of(String text) {
        var bytes = text.getBytes(UTF_8);
        return new Line(bytes, 0, bytes.length);
    }

    byte[] bytes() {
        return bytes;
    }

    int from() {
        return from;
    }

    int to() {
        return from + length;
    }

    /// Bytes that are no UTF-8 become replacement characters. Some editors put a mark in front of a
    /// file, and others end lines with two characters.
    public String text() {
        var text = new String(bytes, from, length, UTF_8);
        var start = text.startsWith("\uFEFF") ? 1 : 0;
        var end = text.endsWith("\r") ? text.length() - 1 : text.length();
        return text.substring(start, Math.max(start, end));
    }

    /// @param beginning plain ASCII
    public boolean startsWith(String beginning) {
        if (beginning.length() > length) {
            return false;
        }
        for (var at = 0; at < beginning.length(); at++) {
            if (bytes[from + at] != beginning.charAt(at)) {
                return false;
            }
        }
        return true;
    }

    public boolean isBlank() {
        for (var at = from; at < to(); at++) {
            if (!Character.isWhitespace(bytes[at])) {
                return false;
            }
        }
        return true;
    }

    public int length() {
        return length;
    }

    /// The line as a JSON object; empty when it is none, or would be far larger in memory than it
    /// is.
    public Optional<JsonNode> json() {
        if (length > FEW_VALUES && hasTooManyValues()) {
            return Optional.empty();
        }
        // What is no UTF-8 may still be read with some characters replaced.
        return Json.parseObject(bytes, from, length).or(() -> Json.parseObject(text()));
    }

    /// The same, but any value.
    public Optional<JsonNode> any() {
        return length > FEW_VALUES && hasTooManyValues() ? Optional.empty() : Json.parse(text());
    }

    /// A value of two characters takes eighty bytes.
    private boolean hasTooManyValues() {
        var values = 0;
        var isInText = false;
        for (var at = from; at < to(); at++) {
            switch (bytes[at]) {
                case '\\' -> at += isInText ? 1 : 0;
                case '"' -> isInText = !isInText;
                case '{', '[', ',' -> values += isInText ? 0 : 1;
                default -> {}
            }
        }
        return values > MOST_VALUES;
    }
}
