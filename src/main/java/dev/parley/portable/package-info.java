/// A conversation as no CLI writes it: prompts, replies of the model, tool calls with their
/// results. It is read from the events of any stored session and given to the writer of any CLI,
/// piece by piece, so that the longest conversation is never in memory. Pure: no I/O, no clock, no
/// threads. Providers write with it, `history` reads with it, `work` brings the two together.
@NullMarked
package dev.parley.portable;

import org.jspecify.annotations.NullMarked;
