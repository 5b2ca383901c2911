/// Log lines: one line for a person on standard error, everything with its cause in the log file.
/// Everybody logs through SLF4J; only `Main` and the command line see this package.
@NullMarked
package dev.parley.base.log;

import org.jspecify.annotations.NullMarked;
