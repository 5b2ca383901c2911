/// The store as one SQLite file: one thread that writes, two that read ([Database]), and the
/// statements of sessions. Only the root of the program sees it.
@NullMarked
package dev.parley.store.sqlite;

import org.jspecify.annotations.NullMarked;
