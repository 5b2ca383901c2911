package dev.parley.json;

import dev.parley.problem.Closest;
import dev.parley.problem.Problem;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/// Reads files that people write by hand. Every mistake becomes a [Problem] that names the file and
/// the key, and for a mistyped key the one that was probably meant.
public final class StrictJson {
    private static final ObjectReader READER =
            Json.MAPPER
                    .reader()
                    .with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .with(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .with(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION);

    private StrictJson() {}

    public static <T> T read(Path file, Class<T> type) {
        try {
            return read(Files.readString(file), file.toString(), type);
        } catch (IOException e) {
            throw Problem.brokenConfiguration(
                            "Cannot read " + file + ": " + e.getMessage(),
                            "Make it a readable UTF-8 text file, or remove it.")
                    .causedBy(e);
        }
    }

    /// @param source what the text is called in an error: a file name
    public static <T> T read(String text, String source, Class<T> type) {
        try {
            T value = READER.forType(type).readValue(text);
            if (value == null) {
                throw Problem.brokenConfiguration(
                        source + " is empty.", "Write a JSON object, or remove it.");
            }
            return value;
        } catch (UnrecognizedPropertyException e) {
            var known = e.getKnownPropertyIds().stream().map(String::valueOf).sorted().toList();
            throw Problem.brokenConfiguration(
                    source + ": unknown key \"" + path(e) + "\".",
                    Closest.question(
                            e.getPropertyName(),
                            known,
                            "Known keys: " + String.join(", ", known) + "."));
        } catch (DatabindException e) {
            throw Problem.brokenConfiguration(
                    source
                            + ": the value of \""
                            + path(e)
                            + "\" is not what is expected there: "
                            + e.getOriginalMessage(),
                    "Correct that value.");
        } catch (JacksonException e) {
            var at = e.getLocation();
            throw Problem.brokenConfiguration(
                    source + " is no valid JSON: " + e.getOriginalMessage(),
                    "Look at line " + at.getLineNr() + ", column " + at.getColumnNr() + ".");
        }
    }

    private static String path(DatabindException e) {
        return e.getPath().stream()
                .map(step ->
                        step.getPropertyName() == null
                                ? "[" + step.getIndex() + "]"
                                : "." + step.getPropertyName())
                .collect(Collectors.joining())
                .replaceFirst("^\\.", "");
    }
}
