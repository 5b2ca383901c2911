/// What Parley keeps, as interfaces: each method is one unit of work, told in our words, without
/// SQL. Rooms that keep something see this package; only `App` sees what is behind it.
@NullMarked
package dev.parley.store;

import org.jspecify.annotations.NullMarked;
