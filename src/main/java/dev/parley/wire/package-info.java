@NullMarked
package dev.parley.wire;

import org.jspecify.annotations.NullMarked;
