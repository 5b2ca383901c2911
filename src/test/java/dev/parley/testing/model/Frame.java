package dev.parley.testing.model;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// One server-sent event. Chunks carry content: they are what `slowly` spaces out and `cutAfter`
/// counts.
record Frame(String text, boolean isChunk) {

    /// A named event; the name is the data's `type`, as in Anthropic's and OpenAI's newer API.
    static Frame named(Map<String, Object> data) {
        return new Frame(
                "event: " + data.get("type") + "\ndata: " + Json.write(data) + "\n\n", false);
    }

    static Frame data(Object data) {
        return new Frame(
                "data: " + (data instanceof String s ? s : Json.write(data)) + "\n\n", false);
    }

    Frame chunk() {
        return new Frame(text, true);
    }

    /// A text in the pieces it is streamed in: words with the space after them.
    static List<String> words(String text) {
        return Arrays.asList(text.split("(?<= )"));
    }
}
