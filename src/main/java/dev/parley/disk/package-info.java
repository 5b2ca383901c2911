@NullMarked
package dev.parley.disk;

import org.jspecify.annotations.NullMarked;
