package dev.parley.work.run;

import dev.parley.base.disk.FileTree;
import dev.parley.process.Self;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/// Places for files that are needed for one turn only. Each is named after the process that uses
/// it, so that a later one can tell what a dead one left.
public final class Scratch {
    private final Path directory;
    private final String owner = Self.name();

    /// @param directory where all places are
    public Scratch(Path directory) {
        this.directory = directory;
    }

    /// A directory nobody has made yet.
    public Path next() {
        return directory.resolve(owner + "." + UUID.randomUUID());
    }

    /// Deletes what dead processes left behind.
    public void cleanUp() {
        try (var places = Files.newDirectoryStream(directory)) {
            for (var place : places) {
                if (!Self.isAlive(place.getFileName().toString().replaceFirst("\\..*", ""))) {
                    FileTree.delete(place);
                }
            }
        } catch (IOException _) {
            // There are none, or the next start finds them.
        }
    }
}
