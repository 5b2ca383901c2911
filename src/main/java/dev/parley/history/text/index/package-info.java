/// Hot: the text index on disk, written through inverted batches (docs/decisions/0014). Seen by
/// `history.text` only.
@NullMarked
package dev.parley.history.text.index;

import org.jspecify.annotations.NullMarked;
