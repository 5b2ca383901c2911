/// Every session the CLIs left on this machine: found, listed, counted.
@NullMarked
package dev.parley.history;

import org.jspecify.annotations.NullMarked;
