/// Hot and native: spawning, pipes and waiting through the C library. The one place that calls it.
/// Seen by `process` only.
@NullMarked
package dev.parley.process.posix;

import org.jspecify.annotations.NullMarked;
