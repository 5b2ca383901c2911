package dev.parley.provider.shared;

import dev.parley.base.json.Json;
import dev.parley.base.json.JsonPath;
import dev.parley.event.Event;
import dev.parley.wire.BrokenConnection;
import dev.parley.wire.Ending;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// How Gemini CLI, and Qwen Code that grew from it, put failures into words: the API's own answer
/// as `[API Error: …]`, everything else on standard error among warnings and stack traces.
public final class GeminiFailure {
    /// What the text of an API failure starts with.
    public static final String API_ERROR = "[API Error: ";

    private static final Pattern WRAPPED =
            Pattern.compile("\\[API Error: (.*)](\\n.*)?", Pattern.DOTALL);
    private static final Pattern STATUS = Pattern.compile("([1-5]\\d\\d) .*", Pattern.DOTALL);

    /// Lines that never say why a run ended.
    private static final Pattern NOISE =
            Pattern.compile(
                    "\\s+at .*|YOLO mode is enabled.*|Warning: .*|\\[WARN].*|Ripgrep .*|Attempt \\d+ failed.*"
                            + "|Approval mode overridden .*|Error executing tool .*|\\s*");

    private GeminiFailure() {}

    /// The failure in the text of a `result` line.
    ///
    /// @param otherwise the code if the text has none
    public static Event.Failed of(String text, String otherwise) {
        var wrapped = WRAPPED.matcher(text);
        if (!wrapped.matches()) {
            return Event.Failed.fatal(BrokenConnection.explained(text), otherwise);
        }
        var advice = wrapped.group(2) == null ? "" : wrapped.group(2);
        var answer = answered(wrapped.group(1));
        return Event.Failed.fatal(answer.message() + advice, answer.code());
    }

    /// The useful part of standard error.
    public static String cause(Ending ending) {
        return ending.lastWords()
                .lines()
                .filter(line -> !NOISE.matcher(line).matches())
                .collect(Collectors.joining("\n"));
    }

    /// An API's answer is a sentence, one behind its status, or an error object, whose message may
    /// be such an answer again.
    private static Answer answered(String text) {
        var body = Json.parseObject(text);
        var status = STATUS.matcher(text);
        if (body.isEmpty()) {
            return new Answer(
                    BrokenConnection.explained(text),
                    status.matches() ? "http_" + status.group(1) : "api_error");
        }
        var inner = answered(JsonPath.text(body.get(), "error.message").orElse(text));
        return new Answer(
                inner.message(), JsonPath.text(body.get(), "error.status").orElse(inner.code()));
    }

    private record Answer(String message, String code) {}
}
