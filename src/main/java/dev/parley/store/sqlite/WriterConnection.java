package dev.parley.store.sqlite;

import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

/// The writer's connection. It is made again after failures that may have to do with the file
/// itself: somebody may have moved it, or its disk was away. The writer's thread owns it.
final class WriterConnection {
    private final SqliteFile file;
    private final Runnable onReopened;
    private @Nullable Statements statements;

    /// Opens the file, and makes or updates it.
    ///
    /// @param onReopened told when that had to be done once more
    WriterConnection(SqliteFile file, Runnable onReopened) {
        this.file = file;
        this.onReopened = onReopened;
        statements = file.writer();
    }

    Statements statements() {
        var open = statements;
        if (open == null) {
            open = file.writer();
            statements = open;
            onReopened.run();
        }
        return open;
    }

    void failed(Problem problem) {
        var isFine =
                problem.kind() == Problem.Kind.DISK_FULL || StoreProblem.isHeldByOther(problem);
        if (!isFine) {
            close();
        }
    }

    void close() {
        if (statements != null) {
            file.close(statements);
            statements = null;
        }
    }
}
