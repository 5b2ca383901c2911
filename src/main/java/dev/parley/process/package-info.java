@NullMarked
package dev.parley.process;

import org.jspecify.annotations.NullMarked;
