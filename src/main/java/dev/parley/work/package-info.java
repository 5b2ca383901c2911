/// What is wanted, decided once for every door: run a turn, answer a call, check the machine. Doors
/// call it; it calls `session`, `provider` and `process`.
@NullMarked
package dev.parley.work;

import org.jspecify.annotations.NullMarked;
