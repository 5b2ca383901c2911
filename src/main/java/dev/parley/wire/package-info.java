/// The contracts of dialects: what comes in from a CLI, what goes out to it, as values. No I/O, no
/// clock, no threads.
@NullMarked
package dev.parley.wire;

import org.jspecify.annotations.NullMarked;
