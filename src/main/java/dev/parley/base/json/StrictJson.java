package dev.parley.base.json;

import static tools.jackson.databind.cfg.CoercionAction.Fail;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;

import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.type.LogicalType;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// Reads files that people write by hand. Every mistake becomes a [Problem] that names the file and
/// the key, and for a mistyped key the one that was probably meant. In a file there may be
/// comments, a comma behind the last value, and the mark that some editors begin a text with.
/// `$schema`, by which editors find out what may be there, is nobody's setting.
public final class StrictJson {
    private static final ObjectReader READER =
            Json.MAPPER
                    .rebuild()
                    .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                    // That setting is not about texts, nor about the words of an enum.
                    .withCoercionConfig(
                            LogicalType.Textual,
                            text ->
                                    text.setCoercion(CoercionInputShape.Integer, Fail)
                                            .setCoercion(CoercionInputShape.Float, Fail)
                                            .setCoercion(CoercionInputShape.Boolean, Fail))
                    .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                    .changeDefaultNullHandling(_ -> JsonSetter.Value.forContentNulls(Nulls.FAIL))
                    .build()
                    .reader()
                    .without(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                    .with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .with(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .with(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION);

    private static final ObjectReader WITH_COMMAS =
            READER.with(JsonReadFeature.ALLOW_TRAILING_COMMA);

    private static final ObjectReader BY_HAND =
            WITH_COMMAS.with(JsonReadFeature.ALLOW_JAVA_COMMENTS);

    private static final String BYTE_ORDER_MARK = "\ufeff";

    private static final Object NONE = new Object();

    /// The attribute under which deserializers find what the caller gave them to know.
    public static final String CONTEXT = "context";

    private StrictJson() {}

    public static <T> T read(Path file, Class<T> type) {
        return read(file, type, NONE);
    }

    /// @param context what deserializers of this type have to know
    public static <T> T read(Path file, Class<T> type, Object context) {
        try {
            return read(BY_HAND, text(file), file.toString(), type, context);
        } catch (IOException e) {
            throw Problem.brokenConfiguration(
                            "Cannot read " + file + ": " + reason(e),
                            "Make it a readable UTF-8 text file, or remove it.")
                    .causedBy(e);
        }
    }

    private static String text(Path file) throws IOException {
        var text = Files.readString(file);
        return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    }

    /// Whoever writes a file anew that a person wrote checks this first: comments would be lost.
    public static void checkRewritable(Path file) {
        if (!Files.exists(file)) {
            return;
        }
        try {
            WITH_COMMAS.readTree(text(file));
        } catch (IOException | JacksonException e) {
            throw Problem.invalid(
                            file + " has comments, which would be lost.",
                            "Change it by hand, or take the comments out.")
                    .causedBy(e);
        }
    }

    /// The line in which something is wrong, if that is known.
    public static OptionalInt line(Problem problem) {
        return problem.getCause() instanceof Mistake mistake && mistake.line > 0
                ? OptionalInt.of(mistake.line)
                : OptionalInt.empty();
    }

    /// What the reader says, with the line in which it is.
    private static final class Mistake extends RuntimeException {
        private final int line;

        Mistake(String text, JacksonException cause) {
            super(cause);
            var at = cause.getLocation();
            line = at != null && at.getLineNr() > 0 ? at.getLineNr() : lineOfKey(text, cause);
        }

        /// An unknown key is found after it was read. One that is there more than once may be any.
        private static int lineOfKey(String text, JacksonException cause) {
            if (!(cause instanceof UnrecognizedPropertyException unknown)) {
                return 0;
            }
            var key = Json.write(unknown.getPropertyName());
            var found = Pattern.compile(Pattern.quote(key) + "\\s*:").matcher(text);
            if (!found.find()) {
                return 0;
            }
            var place = found.start();
            return found.find()
                    ? 0
                    : 1 + (int) text.chars().limit(place).filter(c -> c == '\n').count();
        }
    }

    /// @param source what the text is called in an error: a file name
    public static <T> T read(String text, String source, Class<T> type) {
        return read(text, source, type, NONE);
    }

    public static <T> T read(String text, String source, Class<T> type, Object context) {
        return read(READER, text, source, type, context);
    }

    private static <T> T read(
            ObjectReader plain, String text, String source, Class<T> type, Object context) {
        try {
            var reader = plain.forType(type).withAttribute(CONTEXT, context);
            var isKept = JsonNode.class.isAssignableFrom(type);
            var settings = isKept ? text : SchemaKey.without(text, plain);
            T value = text.isBlank() ? null : reader.readValue(settings);
            if (value == null) {
                throw Problem.brokenConfiguration(
                        source + " is empty.", "Write a JSON object, or remove it.");
            }
            return value;
        } catch (UnrecognizedPropertyException e) {
            var known = e.getKnownPropertyIds().stream().map(String::valueOf).sorted().toList();
            throw Problem.brokenConfiguration(
                            source + ": unknown key \"" + JsonMistake.path(e) + "\".",
                            Closest.question(
                                    e.getPropertyName(),
                                    known,
                                    "Known keys: " + String.join(", ", known) + "."))
                    .causedBy(new Mistake(text, e));
        } catch (DatabindException | InputCoercionException e) {
            var path = JsonMistake.path(e);
            throw Problem.brokenConfiguration(
                            (path.isEmpty()
                                            ? source + " is not what is expected: "
                                            : source
                                                    + ": the value of \""
                                                    + path
                                                    + "\" is not what is expected there: ")
                                    + JsonMistake.expected(e),
                            "Correct that value.")
                    .causedBy(new Mistake(text, e));
        } catch (JacksonException e) {
            throw Problem.brokenConfiguration(
                            source
                                    + " is no valid JSON: "
                                    + JsonMistake.clean(e, "it cannot be read."),
                            place(e))
                    .causedBy(new Mistake(text, e));
        }
    }

    /// The message of these exceptions is no sentence: a mere path, a mere length.
    private static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "there is no such file.";
            case AccessDeniedException _ -> "it may not be read.";
            case CharacterCodingException _ -> "it is not UTF-8.";
            default -> String.valueOf(e.getMessage());
        };
    }

    /// A text that is too deep or too long has no place that could be looked at.
    private static String place(JacksonException e) {
        var at = e.getLocation();
        return at == null
                ? "Correct it, or remove it."
                : "Look at line " + at.getLineNr() + ", column " + at.getColumnNr() + ".";
    }
}
