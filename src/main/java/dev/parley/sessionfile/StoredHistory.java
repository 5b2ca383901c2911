package dev.parley.sessionfile;

import java.nio.file.Path;
import java.util.Optional;

/// How one CLI stores its sessions.
public interface StoredHistory {
    /// What a file's place and name tell; empty when it holds no session. Opens nothing.
    Optional<StoredFile> describe(Path home, Path file);

    /// A reader that starts at the beginning of the file.
    StoredReader open(StoredFile file);

    /// What the CLI knows about its sessions and projects outside the session files. Cheap enough
    /// to be read anew with every discovery.
    default SessionNames registry(Path home) {
        return SessionNames.EMPTY;
    }
}
