package dev.parley.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;

/// The recorded conversations below `src/test/resources`, and what becomes of them when a dialect
/// makes another one of theirs.
final class Recordings {
    private static final Path RESOURCES = Path.of("src/test/resources/provider");

    private Recordings() {}

    /// @param folder below that of the providers
    /// @param made of a file and its text
    static <T> List<T> in(Path folder, BiFunction<Path, String, T> made) {
        try (var files = Files.list(RESOURCES.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".transcript"))
                    .sorted()
                    .map(file -> made.apply(file, read(file)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Whether they are to be overwritten with what came out: `-Dgolden=update`.
    static boolean areUpdated() {
        return "update".equals(System.getProperty("golden"));
    }

    static void save(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
