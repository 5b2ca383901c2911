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

/// Puts Parley together where its configuration may be broken: it is left out then. For the doctor
/// nothing is made, either, where there is no data directory yet.
final class Examination implements AutoCloseable {
    private final Map<String, String> environment;
    private final boolean makesNothing;
    private @Nullable Path borrowed;

    private Examination(Map<String, String> environment, boolean makesNothing) {
        this.environment = environment;
        this.makesNothing = makesNothing;
    }

    /// One for a command that has to work then, and nothing for any other.
    static Optional<Examination> of(Map<String, String> environment, String... args) {
        return switch (args.length == 0 ? "" : args[0]) {
            case "doctor" -> Optional.of(new Examination(environment, true));
            case "config", "uninstall", "logs" -> Optional.of(new Examination(environment, false));
            default -> Optional.empty();
        };
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
        if (!makesNothing || Files.isDirectory(usual)) {
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
