/// Parley's own database: one SQLite file, one thread that writes, two that read. It knows no
/// session and no event; those who keep something here bring their own statements.
@NullMarked
package dev.parley.store.sqlite;

import org.jspecify.annotations.NullMarked;
