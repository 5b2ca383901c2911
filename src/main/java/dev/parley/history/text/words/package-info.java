/// Hot: text cut into words without objects, packed and counted (docs/decisions/0014). Seen by
/// `history.text` only.
@NullMarked
package dev.parley.history.text.words;

import org.jspecify.annotations.NullMarked;
