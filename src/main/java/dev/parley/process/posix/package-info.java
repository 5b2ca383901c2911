/// Hot and native: spawning, pipes and waiting through the C library, and how much of the system's
/// files and processes is left. The one place that calls the C library.
@NullMarked
package dev.parley.process.posix;

import org.jspecify.annotations.NullMarked;
