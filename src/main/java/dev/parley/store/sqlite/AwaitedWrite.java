package dev.parley.store.sqlite;

import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;

/// A change whose result somebody waits for.
final class AwaitedWrite<T> implements Write {
    private final Database.Query<T> change;
    private final boolean isPatient;
    private final CompletableFuture<T> done = new CompletableFuture<>();
    private @Nullable T result;

    AwaitedWrite(Database.Query<T> change, boolean isPatient) {
        this.change = change;
        this.isPatient = isPatient;
    }

    CompletableFuture<T> done() {
        return done;
    }

    @Override
    public void run(Statements statements) throws SQLException {
        result = change.run(statements);
    }

    @Override
    @SuppressWarnings("NullAway") // a change may well answer nothing
    public void stored() {
        done.complete(result);
    }

    @Override
    public void failed(Problem problem) {
        done.completeExceptionally(problem);
    }

    @Override
    public boolean isPatient() {
        return isPatient;
    }
}
