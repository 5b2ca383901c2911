package dev.parley.history;

import java.nio.file.Path;

/// A fault of ours that a file brought to light: whoever is told of it knows which.
public final class FileFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FileFault(Path file, RuntimeException cause) {
        super("something in " + file + " could not be read", cause);
    }
}
