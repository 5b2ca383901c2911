package dev.parley.store.sqlite;

import dev.parley.base.problem.Problem;

import java.sql.SQLException;

/// A change to the database, and what follows when it is stored. All of it runs on the writer's
/// thread: the latter two must not wait.
public interface Write {
    /// May run again: alone, when another change that was stored together with it failed, or later,
    /// when nothing could be stored.
    void run(Statements statements) throws SQLException;

    void stored();

    void failed(Problem problem);

    /// Whether it has happened already, so that it is kept until it can be stored; one that is only
    /// wanted is refused when the disk is full.
    default boolean isPatient() {
        return true;
    }
}
