@NullMarked
package dev.parley.terminal;

import org.jspecify.annotations.NullMarked;
