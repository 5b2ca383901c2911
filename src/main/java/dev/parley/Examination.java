package dev.parley;

import dev.parley.base.disk.Directories;
import dev.parley.base.disk.FileTree;
import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/// Puts Parley together for its doctor: where the user's configuration keeps it from starting, it
/// starts without; where there is no data directory yet, none is made.
final class Examination implements AutoCloseable {
    private final Map<String, String> environment;
    private @Nullable Path borrowed;

    Examination(Map<String, String> environment) {
        this.environment = environment;
    }

    App app() {
        var data = data(Directories.of(environment).data());
        try {
            return app(data, Optional.empty());
        } catch (Problem problem) {
            return app(data, Optional.of(problem));
        }
    }

    private App app(Path data, Optional<Problem> start) {
        return new App(Machine.examined(environment, Clock.systemUTC(), data, start));
    }

    private Path data(Path usual) {
        if (Files.isDirectory(usual)) {
            return usual;
        }
        try {
            var directory = Files.createTempDirectory("parley-doctor");
            borrowed = directory;
            return directory;
        } catch (IOException _) {
            return usual; // what else is wrong can be told all the same
        }
    }

    @Override
    public void close() {
        if (borrowed == null) {
            return;
        }
        try {
            FileTree.delete(borrowed);
        } catch (IOException | UncheckedIOException _) {
            // The system clears its temporary directory sooner or later.
        }
    }
}
