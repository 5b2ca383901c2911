package dev.parley.sessionfile;

import dev.parley.sessionfile.scan.LargeLines;
import dev.parley.sessionfile.scan.Line;
import dev.parley.sessionfile.scan.LineSplitter;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// Small files beside the sessions, read whole: a file that is missing, broken or far too big for
/// what it should hold is as good as empty.
public final class BoundedFiles {
    private static final int LIMIT = LargeLines.LIMIT;

    /// Of a file of lines, which are looked at one by one.
    private static final long MOST_BYTES = 64L << 20;

    private static final int LONGEST_LINE = 1 << 16;

    private BoundedFiles() {}

    /// The lines that are JSON objects, as they come.
    public static void objects(Path file, Consumer<JsonNode> each) {
        var splitter =
                new LineSplitter(
                        LONGEST_LINE,
                        new LineSplitter.Lines() {
                            @Override
                            public void line(Line line) {
                                line.json().ifPresent(each);
                            }

                            @Override
                            public void tooLong(String beginning) {}
                        });
        reading(
                file,
                in -> {
                    var bytes = new byte[1 << 16];
                    var left = MOST_BYTES;
                    for (var count = in.read(bytes);
                            count >= 0 && left > 0;
                            count = in.read(bytes)) {
                        splitter.feed(bytes, count);
                        left -= count;
                    }
                    if (splitter.pending() > 0) {
                        splitter.rest().json().ifPresent(each);
                    }
                    return Optional.empty();
                });
    }

    public static Optional<JsonNode> json(Path file) {
        var content = content(file);
        var json = content.flatMap(Line::any);
        if (json.isEmpty() && content.filter(line -> !line.isBlank()).isPresent()) {
            FileWarnings.cannotRead(file, "it is no JSON");
        }
        return json;
    }

    /// Its content as UTF-8; other bytes become replacement characters.
    public static Optional<String> text(Path file) {
        return content(file).map(Line::text);
    }

    private static Optional<Line> content(Path file) {
        return reading(
                file,
                in -> {
                    var bytes = in.readNBytes(LIMIT + 1);
                    if (bytes.length > LIMIT) {
                        FileWarnings.cannotRead(file, "it is too big");
                        return Optional.empty();
                    }
                    return Optional.of(new Line(bytes, 0, bytes.length));
                });
    }

    private interface Reading<T> {
        Optional<T> of(InputStream in) throws IOException;
    }

    private static <T> Optional<T> reading(Path file, Reading<T> reading) {
        // Opening a pipe would wait until somebody writes to it.
        if (!Files.isRegularFile(file)) {
            if (Files.exists(file)) {
                FileWarnings.cannotRead(file, "it is no file");
            }
            return Optional.empty();
        }
        try (var in = Files.newInputStream(file)) {
            return reading.of(in);
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException e) {
            FileWarnings.cannotRead(file, FileWarnings.reason(e));
            return Optional.empty();
        }
    }
}
