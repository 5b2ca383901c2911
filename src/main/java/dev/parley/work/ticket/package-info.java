/// The verbs of the board: what doors ask of it, a session that works on a ticket, and how the
/// ticket follows it. The board itself is in `ticket`. Any virtual thread.
@NullMarked
package dev.parley.work.ticket;

import org.jspecify.annotations.NullMarked;
