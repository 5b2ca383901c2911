/// Every session the CLIs left on this machine: found, listed, counted, shown. It reads the CLIs'
/// files through `sessionfile` and never writes to them; its catalog can be deleted and made again
/// at any time. Its threads are platform threads, since reading files blocks. `work` and the wiring
/// see it, never a door.
@NullMarked
package dev.parley.history;

import org.jspecify.annotations.NullMarked;
