@NullMarked
package dev.parley.stored;

import org.jspecify.annotations.NullMarked;
