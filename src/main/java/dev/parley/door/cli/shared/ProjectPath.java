package dev.parley.door.cli.shared;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// A project as a person names it: a folder that is there is meant as such, wherever the command
/// runs; anything else is the end of a path.
public final class ProjectPath {
    private ProjectPath() {}

    public static String of(String text) {
        try {
            var path = Path.of(text);
            return Files.isDirectory(path) ? path.toAbsolutePath().normalize().toString() : text;
        } catch (InvalidPathException _) {
            return text;
        }
    }
}
