package dev.parley.work.page;

import dev.parley.api.Row;
import dev.parley.api.RowPage;

import java.util.Optional;

/// Where the rows of one session come from.
interface RowSource {
    /// The newest rows before one.
    ///
    /// @param before the number of that row's first event; [Long#MAX_VALUE] for the end
    RowPage before(long before, int limit) throws InterruptedException;

    /// The next rows behind one.
    RowPage after(long after, int limit) throws InterruptedException;

    /// The rows around an event, and which of them has it.
    RowPage around(long sequence, int limit) throws InterruptedException;

    /// One row, whole.
    Optional<Row> row(long sequence) throws InterruptedException;
}
