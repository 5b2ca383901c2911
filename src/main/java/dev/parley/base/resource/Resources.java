package dev.parley.base.resource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The files that ship inside the program.
public final class Resources {
    private Resources() {}

    /// The text of a file that lies beside a class.
    public static String text(Class<?> neighbour, String name) {
        try (var in = neighbour.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
