package dev.parley.store;

import dev.parley.problem.Problem;

import java.sql.SQLException;

/// A change to the database, and who wants to know that it is stored. All three run on the writer's
/// thread: the latter two must not wait.
public interface Write {
    /// May run twice: again alone, when another change that was stored together with it failed.
    void run(Statements statements) throws SQLException;

    void stored();

    void failed(Problem problem);
}
