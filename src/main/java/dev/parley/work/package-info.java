/// What is wanted, decided once for every door: run a turn, answer a call, ask a live session, use
/// a terminal, check the machine. Doors call it; it calls `session`, `workspace`, `provider` and
/// `process`.
@NullMarked
package dev.parley.work;

import org.jspecify.annotations.NullMarked;
