package dev.parley.base.json;

import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DatabindException;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What is wrong with a JSON text, for whoever wrote it: in no word of Java's or Jackson's.
public final class JsonMistake {
    /// Where it looked, and settings of the reader.
    private static final Pattern ASIDE =
            Pattern.compile(
                    "\\s*\\((start marker at )?\\[?Source:[^\\]]*\\]?\\)|\\s*\\[Source:[^\\]]*\\]");

    private static final Pattern JAVA =
            Pattern.compile("`|\\b(java|dev|tools|com)\\.\\w|JsonToken");

    private JsonMistake() {}

    /// A sentence that goes on after the name of the text and a colon.
    public static String of(JacksonException e) {
        var path = path(e);
        if (e instanceof StreamConstraintsException) {
            return "it is nested too deeply, or a part of it is too long.";
        }
        if (e instanceof DatabindException || e instanceof InputCoercionException) {
            return path.isEmpty()
                    ? "it has to be a JSON object."
                    : "the value of \"" + path + "\" is not what is expected there: " + expected(e);
        }
        return "it is no valid JSON: " + clean(e, "it cannot be read.");
    }

    /// What the value has to be.
    static String expected(JacksonException e) {
        return ExpectedValue.of(e)
                .map(it -> it + ".")
                .orElseGet(() ->
                        e instanceof InputCoercionException
                                ? "it has to be a number, and not so large."
                                : clean(e, "it has to be something else."));
    }

    /// The reader's own words, where a person understands them.
    static String clean(JacksonException e, String otherwise) {
        var words = ASIDE.matcher(String.valueOf(e.getOriginalMessage())).replaceAll("");
        if (words.startsWith("Trailing token")) {
            return "there is trailing text behind it.";
        }
        return JAVA.matcher(words).find() ? otherwise : words;
    }

    static String path(JacksonException e) {
        return e.getPath().stream()
                .map(step ->
                        step.getPropertyName() == null
                                ? "[" + step.getIndex() + "]"
                                : "." + step.getPropertyName())
                .collect(Collectors.joining())
                .replaceFirst("^\\.", "");
    }
}
