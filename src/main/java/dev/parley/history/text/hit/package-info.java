/// Where in a session a hit is, and the words around it. Seen by `history.text` only.
@NullMarked
package dev.parley.history.text.hit;

import org.jspecify.annotations.NullMarked;
