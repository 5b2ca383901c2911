/// Brings a conversation from one CLI to another: reads it, has it written in the other's own form,
/// checks what was written, and puts it in its place. Doors call it; threads are the caller's.
@NullMarked
package dev.parley.work.move;

import org.jspecify.annotations.NullMarked;
