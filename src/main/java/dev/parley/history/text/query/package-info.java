/// A search as words, phrases and filters, and the Lucene queries made of them. Seen by
/// `history.text` only.
@NullMarked
package dev.parley.history.text.query;

import org.jspecify.annotations.NullMarked;
