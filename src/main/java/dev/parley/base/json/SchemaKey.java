package dev.parley.base.json;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.ObjectReader;

/// The key by which an editor finds the JSON Schema of a file. It is made blank before the file is
/// read, so that lines and columns stay what they are.
final class SchemaKey {
    private static final String KEY = "$schema";

    private SchemaKey() {}

    /// The text without that key, if the whole is an object that has it.
    static String without(String text, ObjectReader reader) {
        if (!text.contains("\"" + KEY + "\"")) {
            return text;
        }
        try (var parser = reader.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return text;
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                var isIt = parser.currentName().equals(KEY);
                var start = (int) parser.currentTokenLocation().getCharOffset();
                var value = parser.nextToken();
                if (isIt && value == JsonToken.VALUE_STRING) {
                    var _ = parser.getString(); // reads to its end
                    return blank(text, start, (int) parser.currentLocation().getCharOffset());
                }
                parser.skipChildren();
            }
            return text;
        } catch (JacksonException _) {
            return text; // whoever reads it says what is wrong
        }
    }

    /// Also the comma behind it, or else the one before.
    private static String blank(String text, int start, int end) {
        var blank = new StringBuilder(text);
        fill(blank, start, end);
        var next = end;
        while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
            next++;
        }
        if (next < text.length() && text.charAt(next) == ',') {
            fill(blank, next, next + 1);
            return blank.toString();
        }
        var last = start - 1;
        while (last >= 0 && Character.isWhitespace(text.charAt(last))) {
            last--;
        }
        if (last >= 0 && text.charAt(last) == ',') {
            fill(blank, last, last + 1);
        }
        return blank.toString();
    }

    private static void fill(StringBuilder text, int start, int end) {
        for (var at = start; at < end; at++) {
            text.setCharAt(at, ' ');
        }
    }
}
