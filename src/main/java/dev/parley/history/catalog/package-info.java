/// The catalog file: what is known of every session file, so that a start need not read them again.
/// A format of our own; derived, and made again when it does not fit. Seen by `history` only.
@NullMarked
package dev.parley.history.catalog;

import org.jspecify.annotations.NullMarked;
