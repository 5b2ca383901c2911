@NullMarked
package dev.parley.screen;

import org.jspecify.annotations.NullMarked;
