package dev.parley.provider;

import dev.parley.wire.OneShotDialect;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/// How a CLI prints one turn.
///
/// @param dialect makes a fresh dialect for one run, given the native session it goes on with
/// @param protection what the CLI's own files need when a session is resumed
public record OneShotFormat(
        String name, Function<Optional<String>, OneShotDialect> dialect, Protection protection)
        implements Format {
    /// For a CLI that does no harm to its files.
    public OneShotFormat(String name, Function<Optional<String>, OneShotDialect> dialect) {
        this(name, dialect, (_, _) -> {});
    }

    public OneShotDialect newDialect(Optional<String> resumed) {
        return dialect.apply(resumed);
    }

    /// Keeps a session whole that is resumed: called before the run and after it, because of what
    /// some CLIs do to their own files.
    ///
    /// @param home where the CLI keeps its state
    public void protect(Path home, String session) throws IOException {
        protection.protect(home, session);
    }

    /// Keeps a native session whole.
    @FunctionalInterface
    public interface Protection {
        void protect(Path home, String session) throws IOException;
    }
}
